import { JobTurns } from './job-turns';

interface Turn {
  customerId: string;
  job: number;
}

/** Turns of organisations that have these jobs. The first job of an organisation is always its next. */
function turnsOf(jobs: Record<string, number[]>): JobTurns<Turn> {
  return new JobTurns(async (except) =>
    Object.entries(jobs)
      .filter(([customerId, left]) => !except.includes(customerId) && left.length > 0)
      .map(([customerId, left]) => ({ customerId, job: left[0]! })),
  );
}

async function takeAll(turns: JobTurns<Turn>, most: number): Promise<string[]> {
  const taken: string[] = [];
  for (let turn = await turns.take(); turn; turn = taken.length < most ? await turns.take() : null) {
    taken.push(turn.customerId);
    turns.release(turn);
  }
  return taken;
}

it('gives each organisation one turn per round, however many jobs it has', async () => {
  const turns = turnsOf({ busy: [1, 2, 3, 4], quiet: [5] });
  expect(await takeAll(turns, 6)).toEqual(['busy', 'quiet', 'busy', 'quiet', 'busy', 'quiet']);
});

it('gives an organisation no second turn while its step is running', async () => {
  const turns = turnsOf({ slow: [1], quick: [2] });
  const slow = await turns.take();
  expect(slow?.customerId).toBe('slow');
  expect(await takeAll(turns, 3)).toEqual(['quick', 'quick', 'quick']);
  turns.release(slow!);
  expect(await takeAll(turns, 2)).toEqual(['slow', 'quick']);
});

it('gives each turn to one runner only if several request it at the same time', async () => {
  const turns = turnsOf({ only: [1] });
  const taken = await Promise.all([turns.take(), turns.take(), turns.take()]);
  expect(taken.filter((turn) => turn !== null)).toHaveLength(1);
});

it('reads the jobs again after a failure', async () => {
  let fails = true;
  const turns = new JobTurns(async () => {
    if (fails) throw new Error('away');
    return [{ customerId: 'one' }];
  });
  await expect(turns.take()).rejects.toThrow('away');
  fails = false;
  expect(await turns.take()).toEqual({ customerId: 'one' });
});

it('begins a new round with the current jobs after a restart', async () => {
  const jobs: Record<string, number[]> = { first: [1], second: [2] };
  const turns = turnsOf(jobs);
  turns.release((await turns.take())!);
  jobs.second = [3];
  turns.restart();
  expect(await turns.take()).toEqual({ customerId: 'first', job: 1 });
  expect(await turns.take()).toEqual({ customerId: 'second', job: 3 });
});
