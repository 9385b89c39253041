# OpenStack Swift as one S3-compatible server in one folder: rings, four servers, one replica, and
# the cache that they ask for.
import os, pwd, signal, subprocess, sys

folder, ports = sys.argv[1], [int(port) for port in sys.argv[2:7]]
names = ["proxy", "account", "container", "object"]
user = pwd.getpwuid(os.getuid()).pw_name

import swift.common.utils as utils
from swift.common.ring import RingBuilder

with open(f"{folder}/swift.conf", "w") as conf:
    conf.write("[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n")
os.makedirs(f"{folder}/devices/one", exist_ok=True)
for name, port in list(zip(names, ports))[1:]:
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "one", "weight": 1.0, "replication_ip": "127.0.0.1", "replication_port": port, "meta": ""})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")

common = f"[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = %d\nworkers = 0\nuser = {user}\nswift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nfallocate_reserve = 0\nlog_udp_host = 127.0.0.1\nlog_udp_port = 9\n"
for name, port in zip(names, ports):
    with open(f"{folder}/{name}.conf", "w") as conf:
        conf.write(common % port)
        if name == "proxy":
            conf.write("[pipeline:main]\npipeline = catch_errors gatekeeper healthcheck cache s3api tempauth bulk slo dlo proxy-server\n")
            for middleware in ["catch_errors", "gatekeeper", "healthcheck", "s3api", "bulk", "slo", "dlo"]:
                conf.write(f"[filter:{middleware}]\nuse = egg:swift#{middleware}\n")
            conf.write(f"[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:{ports[4]}\n")
            conf.write("[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\n")
            conf.write("[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n")
        else:
            conf.write(f"[pipeline:main]\npipeline = healthcheck {name}-server\n[filter:healthcheck]\nuse = egg:swift#healthcheck\n[app:{name}-server]\nuse = egg:swift#{name}\n")

utils.set_swift_dir(folder)
cache = subprocess.Popen(["/usr/bin/memcached", "-l", "127.0.0.1", "-p", str(ports[4]), "-u", user])
children = [cache.pid]

from swift.common.wsgi import run_wsgi

for name in names:
    child = os.fork()
    if child == 0:
        sys.exit(run_wsgi(f"{folder}/{name}.conf", f"{name}-server", default_port=0))
    children.append(child)

def end(*_):
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    os._exit(0)

signal.signal(signal.SIGTERM, end)
# Whoever started this has gone: nothing of it stays.
sys.stdin.read()
end()
