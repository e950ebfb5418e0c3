import { unprovedDomain } from './proof';

const from = 'service@bank.example';
const by = (...results: string[]) => unprovedDomain(results, 'MX.ours.example', from);

test('returns no domain if DMARC passes, or if SPF or DKIM passes for the sender’s own domain', () => {
  expect(by('mx.ours.example; dmarc=pass header.from=bank.example')).toBeUndefined();
  expect(
    by('mx.ours.example 1; spf=pass (sender is fine) smtp.mailfrom=bounce@mail.bank.example'),
  ).toBeUndefined();
  expect(
    by('mx.ours.example; dkim=pass header.d=bank.example; spf=fail smtp.mailfrom=x.example'),
  ).toBeUndefined();
});

test('returns the sender’s domain if no result proves it', () => {
  expect(
    by('mx.ours.example; dmarc=fail (p=NONE) header.from=bank.example; spf=pass smtp.mailfrom=bank.example'),
  ).toBe('bank.example');
  expect(by('mx.ours.example; spf=softfail smtp.mailfrom=bank.example; dkim=none')).toBe('bank.example');
  // A proof for another domain proves nothing about this one.
  expect(by('mx.ours.example; spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=notbank.example')).toBe(
    'bank.example',
  );
});

test('reads only the newest result of the channel’s own server', () => {
  expect(
    by('mx.evil.example; dmarc=pass', 'mx.ours.example; dmarc=fail', 'mx.ours.example; dmarc=pass'),
  ).toBe('bank.example');
  expect(by('mx.evil.example; dmarc=fail')).toBeUndefined();
  expect(by('mx.ours.example; none')).toBeUndefined();
  expect(unprovedDomain(['mx.ours.example; dmarc=fail'], null, from)).toBeUndefined();
  // A comment is no result.
  expect(by('mx.ours.example; (dmarc=pass; spf=pass smtp.mailfrom=bank.example) dmarc=fail')).toBe(
    'bank.example',
  );
});
