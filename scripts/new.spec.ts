import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Runs every generator in a copy of the repository, and checks the types of all generated files together.
jest.setTimeout(400_000);

const root = resolve(__dirname, '..');
/** One run for each kind of thing, with names of one and two words, a plural in -ies, and a given past tense. */
const runs = [
  ['noun', 'saved-reply'],
  ['channel', 'acme-sms'],
  ['context', 'greeting'],
  ['feature', 'flag', 'flagged'],
];
let copy: string;

/** Runs a Node program in the copy. */
function runIn(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** @returns the files that a generator lists under `New:` and `Changed:` */
function filesIn(output: string): string[] {
  return [...output.matchAll(/^ {2}([a-z].*)$/gm)].map(([, path]) => path!);
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'parley-new-'));
  const files = readdirSync(root).filter((name) => /\.json$|\.js$|^\.prettier/.test(name));
  for (const path of ['apps', 'libs', 'scripts', 'docs/help', ...files]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

test('generates files that compile and whose first tests pass', () => {
  const written = runs.flatMap((args) => {
    const { status, output } = runIn('scripts/new', args);
    expect([args, status, output]).toEqual([args, 0, expect.stringContaining('Next:')]);
    return filesIn(output);
  });
  expect(written.filter((path) => !existsSync(join(copy, path)))).toEqual([]);

  const typed = written.filter((path) => /\.tsx?$/.test(path));
  const isWeb = (path: string) => path.startsWith('apps/web/');
  for (const [folder, paths] of [
    ['.', typed.filter((path) => !isWeb(path))],
    ['apps/web', typed.filter(isWeb)],
  ] as const) {
    const files = paths.map((path) => join(copy, path));
    writeFileSync(
      join(copy, folder, 'tsconfig.new.json'),
      JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
    );
    const config = join(folder, 'tsconfig.new.json');
    expect(runIn('node_modules/typescript7/bin/tsc', ['--project', config])).toEqual({
      status: 0,
      output: '',
    });
  }

  const specs = written.filter((path) => /(?<!\.int)\.spec\.ts$/.test(path));
  for (const name of ['acme-sms/parse-webhook', 'greeting', 'flag', 'error-codes']) {
    expect(specs.filter((path) => path.endsWith(`/${name}.spec.ts`))).toHaveLength(1);
  }
  const { status, output } = runIn('node_modules/jest/bin/jest.js', [
    '--ci',
    '--runInBand',
    '--selectProjects=unit',
    '--runTestsByPath',
    ...specs,
    'libs/foundation/contracts/src/events/golden/golden.spec.ts',
  ]);
  expect([status, output]).toEqual([0, expect.stringContaining(`${specs.length + 1} passed`)]);
});

test.each([
  [['noun', 'Saved']],
  [['noun', 'saved', 'replies']],
  [['toast', 'saved']],
  [['noun']],
  [['channel', 'twilio']],
])('refuses %j and writes nothing', (args) => {
  const { status, output } = runIn('scripts/new', args);
  expect([status, output]).toEqual([1, expect.stringMatching(/^(Usage: scripts\/new|Already there: )/)]);
});
