import { Proof } from '@parley/testing/proof/proof';
import { buttons, unpressed } from './buttons';
import { Office, type Answer, type Press } from './office';
import type { Pressed } from './presses';
import { isOf, writingRoutes } from './writing-routes';

const PLACES = 16;
/** Maximum time in ms between the presses and the moment at which the database connections are cut. */
const LATEST_CUT = 60;

const proof = new Proof('clicks', { unit: 'rounds', small: 1, full: 40 });
const totals = { presses: 0, effects: 0, cuts: 0 };
/** Methods and paths of all requests. */
const asked = new Set<string>();
const undone = new Set(Object.keys(buttons));

let office: Office;
beforeAll(async () => {
  office = await Office.open();
}, 60_000);
afterAll(async () => {
  proof.report(undone.size === 0 ? proof.count : 0, totals);
  await office.close();
});

/** @returns how many times the effect of a button has happened */
const happened = ({ makes }: Pressed) => (typeof makes === 'string' ? office.count(makes) : makes());

function pressAll(presses: Press[]): Promise<Answer[]> {
  totals.presses += presses.length;
  for (const { method, path } of presses) asked.add(`${method} ${path}`);
  return Promise.all(presses.map((press) => office.press(press)));
}

const pressesOf = ({ press }: Pressed) => Array.from({ length: PLACES }, (_, n) => press(n));

function expectTold({ others }: Pressed, answers: Answer[]): void {
  const told = answers.map((answer) => answer.told).sort();
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  if (others === 'ok') return expect(new Set(told)).toEqual(new Set(['ok']));
  const codes = new Set(others);
  if (!codes.has('ok')) expect(told.filter((code) => code === 'ok')).toHaveLength(1);
  expect(told.filter((code) => code !== 'ok' && !codes.has(code))).toEqual([]);
}

describe(`a button that is pressed concurrently from ${PLACES} places has one effect, and every request gets its result`, () => {
  test.each(Object.entries(buttons))(
    '%s',
    async (name, prepare) => {
      for (let round = 1; round <= proof.count; round++) {
        const pressed = await prepare(office);
        const before = await happened(pressed);
        const answers = await pressAll(pressesOf(pressed));
        expectTold(pressed, answers);
        expect((await happened(pressed)) - before).toBe(1);
        await pressed.check?.(answers);
        totals.effects += 1;
      }
      undone.delete(name);
    },
    proof.timeout(30, 900),
  );
});

test('every route that changes data belongs to a button above, or has a reason why it does not', () => {
  const routes = writingRoutes(office.app);
  expect(routes.length).toBeGreaterThan(40);
  const isPressed = (route: string) =>
    [...asked].some((each) => isOf(route, ...(each.split(' ') as [string, string])));
  expect(routes.filter((route) => !isPressed(route) && !unpressed[route])).toEqual([]);
  expect(Object.keys(unpressed).filter((route) => !routes.includes(route))).toEqual([]);
});

/** Runs `work`, and retries it until the product has recovered from the last cut. */
async function backThen<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 20) throw error;
    }
  }
}

/** As a browser does, the test repeats a request whose response was lost with the same idempotency key. */
test(
  'after the database connections were cut, repeated requests complete the effect, and never repeat it',
  async () => {
    const rounds = proof.size(1, Math.ceil(proof.count / 4));
    const chosen = proof.size(
      proof.random.shuffled(Object.entries(buttons)).slice(0, 4),
      Object.entries(buttons),
    );
    for (let round = 1; round <= rounds; round++) {
      for (const [name, prepare] of chosen) {
        const pressed = await backThen(() => prepare(office));
        const before = await happened(pressed);
        const presses = pressesOf(pressed);
        const pressing = pressAll(presses);
        await new Promise((resolve) => setTimeout(resolve, proof.random.below(LATEST_CUT)));
        await office.cut();
        totals.cuts += 1;
        let answers = await pressing;
        for (let tries = 0; tries < 100 && answers.some(({ status }) => status >= 500); tries++) {
          const unanswered = answers.flatMap(({ status }, n) => (status >= 500 ? [n] : []));
          const again = await pressAll(unanswered.map((n) => presses[n]!));
          answers = answers.map((answer, n) => again[unanswered.indexOf(n)] ?? answer);
        }
        expect([name, answers.filter(({ status }) => status >= 500)]).toEqual([name, []]);
        expect([name, (await happened(pressed)) - before]).toEqual([name, 1]);
        totals.effects += 1;
      }
    }
  },
  proof.timeout(90, 3_600),
);
