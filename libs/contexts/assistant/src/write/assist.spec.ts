import { AssistantAtDouble, asked, me, run, type Office } from '../testing/assistant-at-double';

const at = new AssistantAtDouble();
const { double } = at;
const office = (of?: Office) => at.office(of);

beforeAll(() => at.start());
afterAll(() => at.stop());

const sentLast = () => JSON.stringify(double.asked.at(-1)?.messages);

test('personal data is sent as marks and restored in the answer, and events contain no text', async () => {
  const here = office();
  const text = 'Ana, mail ana@example.com or call +34 612 345 678, see https://harbour.example/b?x=1';
  const answer = await run(here, { text });
  expect(answer.text).toBe(text);
  expect(sentLast()).not.toMatch(/ana@example|612 345|harbour\.example/);
  expect(answer.lines[0]).toMatchObject({ type: 'begun', hidden: 2 });
  expect(answer.ended).toMatchObject({ type: 'ended', outcome: 'done', lostLinks: [] });
  expect(here.told()).toMatchObject([
    { type: 'Ask', userId: 'u', action: 'rewrite', model: 'echo', hidden: 2, messages: 0 },
    { type: 'Answer', outcome: 'done', reason: null, isEstimated: false },
  ]);
  expect(JSON.stringify(here.told())).not.toMatch(/Ana|example/);
});

test('texts are sent unchanged if the organisation does not hide personal data', async () => {
  await run(office({ settings: { hidesPersonalData: false } }), { text: 'mail ana@example.com' });
  expect(sentLast()).toContain('ana@example.com');
});

test('lists a link that the answer lacks', async () => {
  const { ended } = await run(office(), { model: 'links', text: 'see https://harbour.example/b' });
  expect(ended).toMatchObject({ lostLinks: ['https://harbour.example/b'] });
});

test.each([
  ['unauthorized', 'assistant_no_key'],
  ['quota', 'assistant_quota'],
  ['long', 'assistant_too_long'],
  ['server-error', 'assistant_failed'],
])('records the failure of the fake model %s with the code %s and without tokens', async (model, code) => {
  const here = office();
  await expect(run(here, { model })).rejects.toMatchObject({ code });
  expect(here.told().at(-1)).toMatchObject({
    ...{ type: 'Answer', outcome: 'failed', reason: code, requestTokens: 0, responseTokens: 0 },
  });
});

test('keeps the text of an interrupted answer, and estimates its tokens', async () => {
  const here = office();
  const { text, ended } = await run(here, { model: 'cut', text: 'where is the bike that I ordered?' });
  expect(text).toBe('Where is the bike tha');
  expect(ended).toMatchObject({ outcome: 'cut', tokens: { isExact: false } });
  expect(here.told().at(-1)).toMatchObject({ outcome: 'cut', isEstimated: true });
});

test('stops the model when the client disconnects, and records that', async () => {
  const here = office();
  const controller = new AbortController();
  const lines = here.assist.run(
    me,
    'id',
    { ...asked, model: 'slow', text: 'a long story' },
    controller.signal,
  );
  await lines.next();
  await lines.return(undefined);
  expect(here.told().at(-1)).toMatchObject({ type: 'Answer', outcome: 'stopped' });
});

test.each<[string, Office, string]>([
  [
    'the tokens of the month',
    { settings: { monthlyTokens: 100 }, used: { tokens: 100, requests: 0 } },
    'quota',
  ],
  ['the requests of the day', { settings: { dailyRequests: 2 }, used: { tokens: 0, requests: 2 } }, 'quota'],
  ['the models to choose from', { settings: { models: ['another'] } }, 'model'],
])('sends no request beyond %s', async (_name, of, code) => {
  const [here, before] = [office(of), double.asked.length];
  await expect(run(here, {})).rejects.toMatchObject({ code: `assistant_${code}` });
  expect(here.told()).toEqual([]);
  expect(double.asked.length).toBe(before);
});

test('makes a user who sends too many requests wait', async () => {
  const here = office({ limits: { LIMIT_ASSISTANT_REQUESTS: '1/h' } });
  await run(here, {});
  await expect(run(here, {})).rejects.toMatchObject({ code: 'too_many_requests' });
});
