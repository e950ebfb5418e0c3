import { MAX_EMAIL_SIZE } from '@parley/contracts/rules/email-rules';
import { requireMailSize } from './mail-size';

const third = MAX_EMAIL_SIZE / 3;

it('counts files at their base64 size against the limit of an e-mail', () => {
  expect(() => requireMailSize([third, third])).not.toThrow();
  expect(() => requireMailSize([third, third, third / 4])).toThrow('at most 26214400 bytes together');
});
