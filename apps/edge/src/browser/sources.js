// Developer panel: shows the origin of each application of the page, and switches it.
(function () {
  const origins = JSON.parse(document.getElementById('sources').textContent);
  const panel = document.createElement('details');
  panel.style.cssText =
    'position:fixed;left:8px;bottom:8px;z-index:9999;padding:8px 12px;border-radius:8px;background:#14313a;color:#fff;font:13px/1.9 sans-serif;box-shadow:0 2px 12px #0006';
  const title = document.createElement('summary');
  const fromSource = origins.filter(({ release }) => !release).map((one) => one.application);
  title.textContent = `来源：${fromSource.length > 0 ? `${fromSource.join('、')} 源码` : '全部已发布'}`;
  title.style.cursor = 'pointer';
  panel.append(title);
  for (const { application, release, hasSource } of origins) {
    const line = document.createElement('div');
    line.textContent = `${application}　${release ? `已发布 ${release}` : '源码'}　`;
    if (hasSource) line.append(change(application, release ? 'source' : 'release'));
    panel.append(line);
  }
  function change(application, to) {
    const button = document.createElement('button');
    button.textContent = to === 'source' ? '改用源码' : '改用已发布';
    button.style.cssText =
      'min-height:28px;padding:0 10px;border:1px solid #fff8;border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer';
    button.onclick = async () => {
      await fetch(`/edge/source?${application}=${to}`);
      location.reload();
    };
    return button;
  }
  document.body.append(panel);
})();
