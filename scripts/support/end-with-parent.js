'use strict';

// Loaded into the server by scripts/dev: ends the server when scripts/dev is gone, even by SIGKILL.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
