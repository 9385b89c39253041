/** Preloaded in child processes: ends the child when its parent is gone, however it ended. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
