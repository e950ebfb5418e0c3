'use strict';

// scripts/dev loads this into the server. The script ends the server when scripts/dev has ended, even if SIGKILL ended it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
