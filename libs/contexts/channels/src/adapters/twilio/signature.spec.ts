import { isSignedBy } from './signature';

const form = 'application/x-www-form-urlencoded';
const fields =
  'CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&To=%2B18005551212&Caller=%2B14158675309';
const path = '/myapp.php?foo=1&bar=2';

/** Test vectors of twilio-python, tests/unit/test_request_validator.py (MIT). */
describe('accepts Twilio’s own test vectors', () => {
  it.each([
    ['without a port', `https://mycompany.com${path}`, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    [
      'with the port of HTTPS, which the request does not contain',
      `https://mycompany.com${path}`,
      'kvajT1Ptam85bY51eRf/AJRuM3w=',
    ],
    [
      'with the port of HTTPS, which the request contains',
      `https://mycompany.com:443${path}`,
      'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    ],
    ['with the port of HTTP', `http://mycompany.com${path}`, '0ZXoZLH/DfblKGATFgpif+LLRf4='],
    ['with another port', `http://mycompany.com:1234${path}`, 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU='],
  ])('accepts an address %s', (_, url, signature) => {
    const request = { url, body: Buffer.from(fields), contentType: form };
    expect(isSignedBy('12345', request, signature)).toBe(true);
    expect(isSignedBy('54321', request, signature)).toBe(false);
  });
});

const vector = { url: `https://mycompany.com${path}`, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' };

it('rejects a form with an additional parameter', () => {
  const body = Buffer.from(`${fields}&New=1`);
  expect(isSignedBy('12345', { ...vector, body, contentType: form }, vector.signature)).toBe(false);
});

it('accepts parameters in any order', () => {
  const body = Buffer.from(fields.split('&').reverse().join('&'));
  expect(isSignedBy('12345', { ...vector, body, contentType: form }, vector.signature)).toBe(true);
});

it('rejects a body that is no form and has no digest in the address', () => {
  const empty = { url: 'https://mycompany.com/', body: Buffer.from('{}'), contentType: 'application/json' };
  // This signature covers the address without a body.
  expect(isSignedBy('12345', { ...empty, body: Buffer.alloc(0) }, '7bhwr/KvdF/S0bLkS3ZixLRXTHA=')).toBe(true);
  expect(isSignedBy('12345', empty, '7bhwr/KvdF/S0bLkS3ZixLRXTHA=')).toBe(false);
});

it('rejects a signature made with an empty token', () => {
  expect(isSignedBy('', { ...vector, body: Buffer.from(fields), contentType: form }, vector.signature)).toBe(
    false,
  );
});
