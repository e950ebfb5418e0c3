'use strict';

const { execFileSync } = require('node:child_process');
const { cpus, totalmem } = require('node:os');

const [BEGIN, END] = ['<!-- torture: begin -->', '<!-- torture: end -->'];
const INTRODUCTION = `## Torture

\`scripts/torture [NAME…]\` runs each proof in full; every test run has it in small. Runs of a part add up. What each proof
holds is the name of its test.`;

/**
 * Updates the table of all runs in a page, between its markers.
 * @returns the page
 */
function updatePage(page, runs) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  const before = begin < 0 ? `${page.trimEnd()}\n\n${INTRODUCTION}\n\n` : page.slice(0, begin);
  const after = end < 0 ? '\n' : page.slice(end + END.length);
  return `${before}${BEGIN}\n\n${tableOf(runs)}\n\n${END}${after}`;
}

/**
 * @param runs the lines of each run's file: a first line about the run, and then lines with the results so far,
 * each of which contains all results
 */
function tableOf(runs) {
  const ended = runs.map(summaryOf).filter(({ done, failed }) => done > 0 || failed);
  const names = [...new Set(ended.map(({ proof }) => proof))];
  const rows = names.map((name) => rowOf(ended.filter(({ proof }) => proof === name)));
  const head = ['proof', 'run', 'in full', 'of it', 'took', 'runs', 'failed', 'commit', 'date'];
  const machines = [...new Set(ended.map(({ machine }) => machine))];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `Run on ${machines.join('; ')}.\n\n${lines.join('\n')}`;
}

function summaryOf([head, ...lines]) {
  const last = lines.findLast(({ done }) => done !== undefined) ?? { done: 0, seconds: 0, figures: {} };
  return { ...head, ...last, failed: lines.some(({ failed }) => failed) };
}

function rowOf(runs) {
  const { proof, unit = '', full = '?' } = runs.find(({ unit }) => unit) ?? runs[0];
  const sum = (of) => runs.reduce((total, run) => total + of(run), 0);
  const all = (of) => [...new Set(runs.map(of))].join(', ');
  return [
    proof,
    `${number(sum(({ done }) => done))} ${unit}`,
    number(full),
    figuresOf(runs),
    `${Math.round(sum(({ seconds }) => seconds) / 6) / 10} min`,
    String(runs.length),
    String(sum(({ failed }) => Number(failed))),
    all(({ commit }) => commit),
    all(({ date }) => date),
  ];
}

/** Combines the results of several runs: adds them, or takes the maximum if the name begins with `slowest`. */
function figuresOf(runs) {
  const total = {};
  for (const [name, value] of runs.flatMap(({ figures }) => Object.entries(figures))) {
    total[name] = name.startsWith('slowest') ? Math.max(total[name] ?? 0, value) : (total[name] ?? 0) + value;
  }
  return Object.entries(total)
    .map(([name, value]) => `${name} ${number(value)}`)
    .join(', ');
}

function number(value) {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}

function thisMachine() {
  const processors = cpus();
  const model = processors[0]?.model.replaceAll(/\s+/g, ' ').trim() || process.arch;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${processors.length} × ${model}, ${memory}, ${process.platform}, Node ${process.versions.node}`;
}

/** @returns the short hash of the commit, with a plus if there are uncommitted changes */
function thisCommit(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    // Changes in docs are ignored, since the run itself updates the page.
    const more = git('status', '--porcelain', '--', ':!docs');
    return `${git('rev-parse', '--short', 'HEAD')}${more ? '+' : ''}`;
  } catch {
    return 'no commit';
  }
}

module.exports = { thisCommit, thisMachine, updatePage };
