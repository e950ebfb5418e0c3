import { SignupVisit } from './embedded-signup';

const origin = 'https://www.facebook.com';
const finish = (event: string, data: object) => ({
  origin,
  data: JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event, data }),
});
const whole = finish('FINISH', { phone_number_id: '1', waba_id: '2', business_id: '3' });
const signedUp = {
  ...{ kind: 'signed-up', code: 'code', businessAccountId: '2', phoneNumberId: '1' },
  isCoexistence: false,
};

test('accepts the code and the message in either order', () => {
  const [one, other] = [new SignupVisit(origin), new SignupVisit(origin)];
  expect([one.called('code'), one.heard(whole)]).toEqual([null, signedUp]);
  expect([other.heard(whole), other.called('code')]).toEqual([null, signedUp]);
});

test('accepts a message without a phone number in case of coexistence with the WhatsApp Business app', () => {
  const visit = new SignupVisit(origin);
  visit.heard(finish('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id: '2' }));
  expect(visit.called('code')).toEqual({ ...signedUp, phoneNumberId: undefined, isCoexistence: true });
});

test('ignores messages of other origins and in other formats', () => {
  const visit = new SignupVisit(origin);
  for (const from of [
    'https://www.facebook.com.example',
    'https://facebook.com',
    'http://www.facebook.com',
  ]) {
    expect(visit.heard({ ...whole, origin: from })).toBeNull();
  }
  for (const data of ['{', '', 'null', '3', null, undefined, 7, {}, '{"type":"other"}']) {
    expect(visit.heard({ origin, data })).toBeNull();
  }
  expect(visit.called('code')).toBeNull();
});

test('reports whether the user closed or cancelled the page, or it returned no phone number', () => {
  expect(new SignupVisit(origin).called(undefined)).toEqual({ kind: 'cancelled' });
  expect(new SignupVisit(origin).heard(finish('CANCEL', {}))).toEqual({ kind: 'cancelled' });
  for (const event of ['ERROR', 'FINISH_ONLY_WABA', 'SOMETHING_NEW']) {
    expect(new SignupVisit(origin).heard(finish(event, { waba_id: '2' }))).toEqual({ kind: 'failed' });
  }
  expect(new SignupVisit(origin).heard(finish('FINISH', {}))).toEqual({ kind: 'failed' });
});
