'use strict';

// Every Node parses this file, however old: it is what tells its owner that it is too old.

/** Ends the process with one sentence unless this Node runs Parley: 20.19 or later, and of 22 the 22.12 or later. */
module.exports = function requireNode() {
  function runs(major, minor) {
    if (major === 20) return minor >= 19;
    if (major === 22) return minor >= 12;
    return major > 22;
  }
  function part(index) {
    return parseInt(process.versions.node.split('.')[index], 10);
  }
  if (runs(part(0), part(1))) return;
  process.stderr.write(
    'Parley needs Node 20.19, 22.12, 24 or later, and this is Node ' + process.versions.node + '.\n',
  );
  process.exit(1);
};
