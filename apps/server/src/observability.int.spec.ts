import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '@parley/platform/config/config';
import { freePort } from '@parley/platform/http/free-port';
import { issuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { startServer } from './server';
import { migrations } from './migrations';

// Checks the rules and the dashboard in infra/observability against the metrics that the product exposes.
const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; consequence: string };
}
interface Panel {
  id: number;
  title: string;
  targets?: { expr: string }[];
}

const rules = (
  parse(read('infra/observability/rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('infra/observability/dashboard.json')) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

let known: Set<string>;
let exposition: string;

beforeAll(async () => {
  const database = await testDatabase(migrations);
  const issuer = await issuerDouble();
  const data = mkdtempSync(join(tmpdir(), 'parley-observability-'));
  const [port, operatorPort] = [await freePort(), await freePort()];
  const server = await startServer(
    loadConfig({
      PORT: String(port),
      PARLEY_OPERATOR_PORT: String(operatorPort),
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: 'parley',
      OIDC_CLIENT_SECRET: 'secret',
      PARLEY_SECRET: 'only ever used by tests, 32 characters',
      PARLEY_DATA: data,
    }),
  );
  try {
    exposition = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
  } finally {
    await server.close();
    await issuer.close();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  }
  known = new Set(metricNames());
}, 120_000);

function metricNames(): string[] {
  const found = [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return found.flatMap(([, name, type]) => seriesOf(name!, type!));
}

function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
}

test('every metric in a rule or a dashboard panel exists', () => {
  const asked = expressions.flatMap(({ of, expr }) =>
    [...expr.matchAll(/\bparley_\w+/g)].map(([name]) => ({ of, name })),
  );
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('labels have few values: no label contains ids', () => {
  const ids = exposition.split('\n').filter((line) => /[0-9a-f]{8}-[0-9a-f]{4}-|="[^"]{80,}"/.test(line));
  expect(ids).toEqual([]);
  expect(exposition.split('\n').length).toBeLessThan(2_000);
});

test('every rule has a severity, a description of its consequence and a section in the guide', () => {
  const guide = read('docs/how-to/when-something-is-wrong.md');
  for (const { alert, for: since, labels, annotations } of rules) {
    expect({ alert, ...labels }).toEqual({ alert, severity: expect.stringMatching(/^(page|ticket)$/) });
    expect(since).toMatch(/^\d+m$/);
    expect(Object.values(annotations).every((text) => text.length > 10)).toBe(true);
    expect(guide).toMatch(new RegExp(`^##+ ${alert}$`, 'm'));
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('panels have unique ids and titles, and expressions have matching brackets', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  for (const { of, expr } of expressions) expect({ of, left: unmatched(expr) }).toEqual({ of, left: '' });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
(hasPromtool ? test : test.skip)('promtool takes them', () => {
  execFileSync('promtool', ['check', 'rules', join(root, 'infra/observability/rules.yml')]);
  const settings = join(root, 'infra/observability/prometheus.yml');
  execFileSync('promtool', ['check', 'config', '--syntax-only', settings]);
});

/** The unmatched brackets of an expression. */
function unmatched(expr: string): string {
  let left = expr.replace(/"[^"]*"/g, '').replace(/[^()[\]{}]/g, '');
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(/\(\)|\[\]|\{\}/g, '');
  }
  return left;
}
