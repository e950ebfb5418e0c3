import type { SmartRouteContent } from '@parley/contracts/events';
import { CompiledRoutes, type JudgedMessage, type SmartRouteVersion } from '@parley/contracts/routing/judge';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import type { Bench, Figure, Measurement } from '../figure';
import { median } from '../statistics';

/** Measures the cost of matching one message against an organisation's compiled rules. */
export const routing: Figure = {
  name: 'routing',
  async measure(bench) {
    bench.tell('1,000 rules, a tenth of them with a regular expression');
    const many = await asked(bench, 1_000, 100);
    bench.tell('20 rules, two of them with a regular expression');
    const few = await asked(bench, 20, 2);
    return [
      {
        name: 'routing, 1000 rules',
        value: many / 1_000,
        unit: 'ms a message',
        goal: { of: 'value', atMost: 5 },
      },
      {
        name: 'routing, 20 rules',
        ...{ value: 1e6 / few, unit: 'messages/s', goal: { of: 'value', atLeast: 20_000 } },
      } satisfies Measurement,
    ];
  },
};

/** @returns CPU time per message in µs */
async function asked(bench: Bench, count: number, patterns: number): Promise<number> {
  const routes = new CompiledRoutes(
    Array.from({ length: count }, (_, index) => rule(index, index < patterns)),
    compileLinear,
  );
  const messages = Array.from({ length: bench.size(20_000_000 / count / 1_000) }, (_, index) =>
    message(index),
  );
  const round = () => {
    const before = process.cpuUsage();
    for (const one of messages) routes.match(one);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / messages.length;
  };
  // An unmeasured round, so that the code is compiled before the measured ones.
  round();
  return Promise.resolve(median(Array.from({ length: bench.rounds }, round)));
}

function rule(index: number, isPattern: boolean): SmartRouteVersion {
  return { id: `rule ${index}`, version: 1, content: ruleOf(index, isPattern, 'team') };
}

/** The content of a rule that looks for a few words, or for a regular expression. */
export function ruleOf(index: number, isPattern: boolean, teamId: string): SmartRouteContent {
  const words = isPattern
    ? [`order\\s+#?${index}\\d+x`]
    : [`keyword ${index}`, `Größe ${index}`, `退款${index}`];
  return {
    ...{ title: `Rule ${index}`, isOn: true },
    conditions: {
      ...{ channelIds: [], identityIds: [], firstMessages: null, contact: [], templateIds: [], hours: null },
      keywords: { words, match: 'any', by: isPattern ? 'regex' : 'word' },
    },
    actions: {
      ...{ userId: null, teamId, sharing: null, highPriority: null, addTagIds: [], removeTagIds: [] },
      ...{ addLabelIds: [], removeLabelIds: [], addListIds: [], removeListIds: [] },
    },
  };
}

function message(index: number): JudgedMessage {
  const text = `Hello, I ordered two bikes in week ${index} and one came with a broken brake. Größe 54, wo hin damit?`;
  return { channelId: 'channel', identityId: null, text, writtenAt: '2026-03-10T10:00:00.000Z' };
}
