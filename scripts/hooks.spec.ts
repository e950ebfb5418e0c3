import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-hooks-'));
  for (const path of [
    '.githooks',
    '.prettierrc.json',
    'scripts/support',
    'scripts/hooks',
    'scripts/check-commit',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nscripts\n.githooks\n');
  writeFileSync(
    join(folder, 'eslint.config.mjs'),
    "export default [{ rules: { 'no-debugger': 'error' } }];\n",
  );
  git('init', '--quiet');
  git('config', 'user.email', 'test@parley.example');
  git('config', 'user.name', 'Test');
  hooks('on');
});

afterEach(() => rmSync(folder, { recursive: true }));

// Without the variables that git sets for hooks, since this test may itself run in a hook.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
}

function hooks(command: string) {
  expect(spawnSync(join(folder, 'scripts/hooks'), [command], { cwd: folder, env }).status).toBe(0);
}

function commit(file: string, text: string) {
  writeFileSync(join(folder, file), text);
  git('add', file);
  return git('commit', '--quiet', '--message', 'tests: Try a file');
}

const committed = (file: string) => git('show', `HEAD:${file}`).stdout;

test('formats a staged file in the commit and in the working tree', () => {
  expect(commit('a.js', 'const a = "b"').status).toBe(0);
  expect(committed('a.js')).toBe("const a = 'b';\n");
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe("const a = 'b';\n");
});

test('commits a file that Prettier does not know unchanged', () => {
  expect(commit('a.bin', 'x  y').status).toBe(0);
  expect(committed('a.bin')).toBe('x  y');
});

test('refuses an unformatted file with unstaged changes, and leaves it unchanged', () => {
  writeFileSync(join(folder, 'a.js'), 'const a = "b"');
  git('add', 'a.js');
  writeFileSync(join(folder, 'a.js'), 'const a = "b", c = "d"');
  const { status, stderr } = git('commit', '--message', 'tests: Try a file');
  expect([status, stderr]).toEqual([1, expect.stringContaining('changes that are not staged: a.js')]);
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe('const a = "b", c = "d"');
});

test('refuses a file that violates a lint rule', () => {
  // Git prints the output of a hook on standard error.
  const { status, stderr } = commit('a.js', 'debugger;\n');
  expect([status, stderr]).toEqual([1, expect.stringContaining('no-debugger')]);
});

test('refuses a message without an area and a verb', () => {
  writeFileSync(join(folder, 'a.bin'), 'x');
  git('add', 'a.bin');
  const { status, stderr } = git('commit', '--message', 'What a file is');
  expect([status, stderr]).toEqual([1, expect.stringContaining('area: Verb what changed')]);
});

test('commits without checks after the hooks were switched off, even twice', () => {
  hooks('off');
  hooks('off');
  expect(commit('a.js', 'const a = "b"').status).toBe(0);
  expect(committed('a.js')).toBe('const a = "b"');
});
