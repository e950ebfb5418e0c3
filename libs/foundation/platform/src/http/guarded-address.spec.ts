import { GuardedAddress } from './guarded-address';
import { isPublicAddress } from './public-address';

const guard = ({ allowed = [] as string[], resolved = ['93.184.216.34'] } = {}) => {
  const places = { allowed, publicUrl: 'https://parley.example', ownPorts: [3000, 9464] };
  const address = new GuardedAddress(places, 'refused');
  address.resolve = () => Promise.resolve(resolved);
  return address;
};

// prettier-ignore
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.1', '0177.0.0.1',
  '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.0.0.1', '0', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '167772161', '0x0a000001',
  '100.64.0.1', '100.100.100.200', '100.127.255.255', '168.63.129.16', '169.254.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe',
  '0xa9.254.169.254', '169.254.43518', '169.254.170.2', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1',
  '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.1', '192.168.0.1', '192.168.255.255', '3232235521', '0300.0250.1',
  '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1',
  '255.255.255.255', '4294967295', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000::0001]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0.0.0.0]',
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]',
  '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]', '[64:ff9b:1::a9fe:a9fe]', '[100::1]', '[100:0:0:1::1]',
  '[2001::1]', '[2001:0:7f00:1::]', '[2001:1::1]', '[2001:2::1]', '[2001:3::1]', '[2001:4:112::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]',
  '[2001:db8::1]', '[2001:db8:ffff::1]', '[2002:7f00:1::]', '[2002:a00:1::]', '[2002:a9fe:a9fe::]', '[2002:c0a8:1::]', '[2620:4f:8000::1]',
  '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:7f00:1]', '[2606:4700:0:0:0:5efe:a00:1]', '[3fff::1]', '[3fff:fff::1]', '[4000::1]', '[5f00::1]',
  '[6000::1]', '[8000::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]',
  '[feff::1]', '[ff00::1]', '[ff01::1]', '[ff02::1]', '[ff05::1:3]', '[ffff::1]',
];

const urls = [
  ...[
    'http://ok.example/',
    'ftp://ok.example/',
    'gopher://ok.example/',
    'file:///etc/passwd',
    'data:text/plain,hello',
  ],
  ...[
    'javascript:alert(1)',
    'blob:https://ok.example/x',
    'ws://ok.example/',
    'wss://ok.example/',
    'unix:/run/x.sock',
  ],
  ...[
    'ok.example',
    '//ok.example/',
    '',
    ' ',
    'https://',
    'https:127.0.0.1',
    'https:/127.0.0.1',
    'https:\\\\127.0.0.1',
  ],
  ...[
    'https://user@ok.example/',
    'https://user:pass@ok.example/',
    'https://ok.example@127.0.0.1/',
    'https://:pass@ok.example/',
  ],
  ...[
    'https://127.0.0.1\\@ok.example/',
    'https://parley.example/',
    'https://PARLEY.example:443/',
    'https://0x7f.1:8443/',
  ],
];

/** Names with addresses in the internal network, to which they resolve. */
const names: [string, string[]][] = [
  ['localhost', ['127.0.0.1', '::1']],
  ['localhost.', ['127.0.0.1']],
  ['a.localhost', ['127.0.0.1']],
  ['ⓛocalhost', ['127.0.0.1']],
  ['postgres', ['172.18.0.2']],
  ['x.internal', ['10.0.0.7']],
  ['metadata.google.internal', ['169.254.169.254']],
  ['127.0.0.1.nip.io', ['127.0.0.1']],
  ['one-of-two.example', ['93.184.216.34', '10.0.0.1']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['scoped.example', ['fe80::1%eth0']],
  ['nobody.example', []],
];

const isRefused = (url: string) => {
  try {
    guard().normal(url);
    return false;
  } catch {
    return true;
  }
};

describe('GuardedAddress', () => {
  it(`refuses ${hosts.length} forms of hosts, ${urls.length} of URLs and ${names.length} names that lead into the internal network`, async () => {
    expect(hosts.length + urls.length + names.length).toBeGreaterThanOrEqual(130);
    expect(hosts.filter((host) => !isRefused(`https://${host}/`))).toEqual([]);
    expect(urls.filter((url) => !isRefused(url))).toEqual([]);
    for (const [name, resolved] of names) {
      expect([name, await guard({ resolved }).destination(`https://${name}/`)]).toEqual([name, null]);
    }
  });

  it('returns the address of its only look-up, even if the name resolves to a different address afterwards', async () => {
    const address = guard();
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    let asked = 0;
    address.resolve = () => Promise.resolve(answers[Math.min(asked++, 1)]!);
    expect(await address.destination('https://rebinds.example/')).toMatchObject({ address: '93.184.216.34' });
    expect(asked).toBe(1);
    expect(await address.destination('https://rebinds.example/')).toBeNull();
  });

  it('accepts addresses of the public Internet', () => {
    for (const address of [
      '93.184.216.34',
      '1.1.1.1',
      '172.15.255.255',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
    for (const text of ['', 'localhost', '1.1.1', '2606:4700::1111%eth0', '::ffff:1.1.1.1']) {
      expect([text, isPublicAddress(text)]).toEqual([text, false]);
    }
  });

  it('accepts hosts and networks that the operator allows, but never a port of the product itself', async () => {
    const here = guard({ allowed: ['127.0.0.0/8', 'shop.internal', '10.1.2.3'], resolved: ['10.9.9.9'] });
    expect(await here.destination('http://127.0.0.1:4000/')).toMatchObject({ address: '127.0.0.1' });
    expect(await here.destination('http://shop.internal/')).toMatchObject({ address: '10.9.9.9' });
    expect(await here.destination('http://10.1.2.3/')).toMatchObject({ address: '10.1.2.3' });
    for (const url of [
      'http://127.0.0.1:3000/',
      'http://127.0.0.1:9464/',
      'http://10.1.2.4/',
      'https://other.internal/',
    ]) {
      expect([url, await here.destination(url)]).toEqual([url, null]);
    }
  });
});
