'use strict';

// Uses only syntax that every version of Node can parse, since it has to report a version that is too old.

/**
 * Ends the process with an error message unless Parley supports this version of Node: 20.19 or later, 22.12 or later,
 * or a newer major version.
 */
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
