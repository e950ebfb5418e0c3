import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Figure, Measurement } from './figure';
import { apiKey } from './figures/api-key';
import { append1 } from './figures/append-1';
import { appendBatch } from './figures/append-batch';
import { backTest } from './figures/back-test';
import { endToEnd } from './figures/end-to-end';
import { engage } from './figures/engage';
import { eventstoredb } from './figures/eventstoredb';
import { exportsFigure } from './figures/exports';
import { fanOut } from './figures/fan-out';
import { importing } from './figures/import';
import { insights } from './figures/insights';
import { lag } from './figures/lag';
import { list } from './figures/list';
import { mail } from './figures/mail';
import { memory } from './figures/memory';
import { open } from './figures/open';
import { parse } from './figures/parse';
import { routing } from './figures/routing';
import { providersFigure } from './figures/providers';
import { reactions } from './figures/reactions';
import { rebuild } from './figures/rebuild';
import { scroll } from './figures/scroll';
import { search } from './figures/search';
import { send } from './figures/send';
import { start } from './figures/start';
import { switching } from './figures/switch';
import { teamChat } from './figures/team-chat';
import { webhook } from './figures/webhook';
import { webhooksOut } from './figures/webhooks-out';
import { widget } from './figures/widget';
import { describeMachine } from './machine';
import { isMet, toJson, updatePage } from './report';
import { BenchPostgres } from './support/postgres';
import { conversationCounts } from './conversation-counts';

const ALWAYS: Figure[] = [
  append1,
  appendBatch,
  webhook,
  parse,
  routing,
  providersFigure,
  endToEnd,
  fanOut,
  rebuild,
  lag,
  start,
  memory,
  widget,
];
/** Benchmarks that need a filled inbox. Filling takes minutes, so they run only if they are named. */
const OF_AN_INBOX: Figure[] = [list, open, send, switching, scroll];
/** Benchmarks that fill a database of their own, so they run only if they are named. */
const FILLING: Figure[] = [
  apiKey,
  search,
  insights,
  exportsFigure,
  importing,
  teamChat,
  backTest,
  engage,
  webhooksOut,
  eventstoredb,
  reactions,
  mail,
];
const FIGURES = [...ALWAYS, ...OF_AN_INBOX, ...FILLING];
const PAGE = join(__dirname, '../../docs/benchmarks.md');
const USAGE = `Usage: scripts/bench [--quick] [--date YYYY-MM-DD] [--conversations 10k,100k,1M] [--inboxes FOLDER] [--roles split] [NAME…]
Figures: ${FIGURES.map(({ name }) => name).join(', ')}; if none is named, all but ${[...OF_AN_INBOX, ...FILLING].map(({ name }) => name).join(', ')}.
--conversations says how many are in the inbox that list, open, send, switch and scroll use: 10k,100k if left out. They
are made anew for each run, unless --inboxes names a folder that keeps them.
--roles split starts each role as a process of its own, all on one PostgreSQL, and leaves docs/benchmarks.md as it is.
--quick takes small sizes and leaves docs/benchmarks.md as it is.\n`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      date: { type: 'string' },
      conversations: { type: 'string', default: '10k,100k' },
      inboxes: { type: 'string' },
      roles: { type: 'string' },
    },
    allowPositionals: true,
  });
  const chosen = positionals.length > 0 ? positionals : ALWAYS.map(({ name }) => name);
  if (chosen.some((name) => FIGURES.every((figure) => figure.name !== name))) throw new Error(USAGE);
  const conversations = conversationCounts(values.conversations);
  if (!conversations || (values.roles ?? 'split') !== 'split') throw new Error(USAGE);
  const split = values.roles === 'split';
  const postgres = await BenchPostgres.start();
  const kept = new Kept();
  try {
    const machine = await describeMachine(postgres);
    const measurements: Measurement[] = [];
    for (const figure of FIGURES.filter(({ name }) => chosen.includes(name))) {
      for (const measurement of await measure(figure, postgres, {
        quick: values.quick ?? false,
        split,
        conversations,
        inboxes: values.inboxes ?? null,
        kept,
      })) {
        process.stdout.write(`${toJson(measurement, machine)}\n`);
        measurements.push(measurement);
      }
    }
    const missed = measurements.filter((measurement) => !isMet(measurement)).map(({ name }) => name);
    if (missed.length > 0) process.stderr.write(`Missed: ${missed.join('; ')}.\n`);
    if (values.quick || split) return;
    const date = values.date ?? new Date().toISOString().slice(0, 10);
    const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Benchmarks\n';
    writeFileSync(PAGE, updatePage(page, measurements, { machine, date }));
  } finally {
    await kept.undo();
    await postgres.stop();
  }
}

/** Things that several benchmarks of a run use, each made once. */
class Kept {
  private readonly things = new Map<string, Promise<unknown>>();
  private readonly undos: (() => Promise<unknown>)[] = [];

  once<T>(name: string, make: (onEnd: Bench['onEnd']) => Promise<T>): Promise<T> {
    const thing = this.things.get(name) ?? make((undo) => this.undos.push(undo));
    this.things.set(name, thing);
    return thing as Promise<T>;
  }

  async undo(): Promise<void> {
    for (const undo of this.undos.reverse()) await undo();
  }
}

async function measure(
  figure: Figure,
  postgres: BenchPostgres,
  {
    kept,
    quick,
    split,
    conversations,
    inboxes,
  }: Pick<Bench, 'quick' | 'split' | 'conversations' | 'inboxes'> & { kept: Kept },
): Promise<Measurement[]> {
  const undos: (() => Promise<unknown>)[] = [];
  const bench: Bench = {
    quick,
    split,
    inboxes,
    postgres,
    rounds: quick ? 3 : 5,
    seconds: (full) => (quick ? Math.max(full / 4, 0.25) : full),
    size: (full) => (quick ? Math.ceil(full / 10) : full),
    conversations: quick ? conversations.map((count) => Math.ceil(count / 10)) : conversations,
    once: (name, make) => kept.once(name, (onEnd) => make({ ...bench, onEnd })),
    onEnd: (undo) => undos.push(undo),
    tell: (sentence) => process.stderr.write(`${figure.name}: ${sentence} …\n`),
  };
  try {
    return await figure.measure(bench);
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
