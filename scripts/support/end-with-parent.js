'use strict';

// Loaded into the server by scripts/dev. Ends the server when scripts/dev has ended, even if SIGKILL ended that.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
