/** Loaded before a child's own program: when the process that started it is gone, however it
 * went, the child ends too. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
