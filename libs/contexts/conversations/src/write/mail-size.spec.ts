import { LARGEST_EMAIL } from '@parley/contracts/rules/email-rules';
import { requireMailSize } from './mail-size';

const third = LARGEST_EMAIL / 3;

it('an e-mail holds less of files than of itself: they are sent as base64', () => {
  expect(() => requireMailSize([third, third])).not.toThrow();
  expect(() => requireMailSize([third, third, third / 4])).toThrow('at most 26214400 bytes together');
});
