'use strict';

const { existsSync, readdirSync, watch } = require('node:fs');
const { basename, join } = require('node:path');

/**
 * Watches folders and all folders below them, including folders that are created later. Because it watches folders
 * and not files, it also notices editors that save by renaming a new file over the old one.
 * @param listener called with the path of each change
 * @returns a function that stops watching
 */
function watchFolders(folders, listener) {
  const watchers = new Map();

  function add(folder) {
    if (watchers.has(folder)) return;
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
      const watcher = watch(folder, (_event, name) => name && changed(folder, join(folder, name)));
      watcher.on('error', () => remove(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // The path is a file, or a folder that was deleted in the meantime.
      if (['ENOTDIR', 'ENOENT'].includes(error.code)) return;
      throw error;
    }
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== 'node_modules') add(join(folder, entry.name));
  }

  function changed(folder, path) {
    if (basename(path) === basename(folder) && !existsSync(path)) {
      // The watcher of a deleted folder reports the folder's own name, and then nothing further. The folder may have
      // been created again by now.
      remove(folder);
      add(folder);
    } else {
      add(path);
    }
    listener(path);
  }

  function remove(folder) {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  for (const folder of folders) add(folder);
  return () => [...watchers.keys()].forEach(remove);
}

module.exports = { watchFolders };
