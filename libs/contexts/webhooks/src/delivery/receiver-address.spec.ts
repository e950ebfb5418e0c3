import type { Config } from '@parley/platform/config/config';
import { ReceiverAddress, ReceiverAddresses } from './receiver-address';

const guard = (webhookAllowedHosts: string[] = [], resolved: string[] = ['93.184.216.34']) => {
  const config = { publicUrl: 'https://parley.example', port: 3000, operatorPort: 9464, webhookAllowedHosts };
  const address = new ReceiverAddress(config as Config);
  address.resolve = () => Promise.resolve(resolved);
  return address;
};

// prettier-ignore
const internal = [
  '127.0.0.1', '127.1', '127.255.255.254', '0x7f000001', '0x7f.1', '2130706433', '017700000001', '0177.0.0.1', '0',
  '0.0.0.0', '10.0.0.1', '10.255.255.255', '0x0a000001', '167772161', '172.16.0.1', '172.31.255.255', '192.168.0.1',
  '192.168.255.255', '3232235521', '169.254.169.254', '169.254.0.1', '0xa9fea9fe', '2852039166', '100.64.0.1',
  '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1',
  '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]',
  '[2002:a00:1::]', '[2001::1]', '[2001:db8::1]', '[fc00::1]', '[fd00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]',
  '[fec0::1]', '[ff00::1]', '[ff02::1]', '[100::1]', '[3fff::1]', '[5f00::1]',
];

describe('addresses of webhooks', () => {
  it('allows HTTPS to a public address, and deliveries go to the address that was resolved', async () => {
    const text = 'https://crm.example:8443/hooks?a=1#b';
    expect(guard().normal(text)).toBe('https://crm.example:8443/hooks?a=1');
    expect(await guard().destination(text)).toMatchObject({ address: '93.184.216.34' });
  });

  it(`rejects ${internal.length} forms of internal addresses`, () => {
    expect(internal.length).toBeGreaterThanOrEqual(59);
    const taken = internal.filter((host) => {
      try {
        return guard().normal(`https://${host}/`);
      } catch {
        return false;
      }
    });
    expect(taken).toEqual([]);
  });

  it('rejects a host name if any of its addresses is internal', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:169.254.169.254', 'fd00::1']) {
      expect(await guard([], ['93.184.216.34', address]).destination('https://crm.example/')).toBeNull();
    }
    expect(await guard([], []).destination('https://crm.example/')).toBeNull();
  });

  it.each([
    'http://crm.example/',
    'ftp://crm.example/',
    'https://user:pass@crm.example/',
    'https://parley.example/api',
    'crm.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('rejects the address %s', (url) => {
    expect(() => guard().normal(url)).toThrow('webhook_url');
  });

  it('allows hosts that the operator permits, except our own ports', async () => {
    const here = guard(['127.0.0.0/8', 'hooks.internal'], ['10.1.2.3']);
    expect(await here.destination('http://127.0.0.1:4000/')).toMatchObject({ address: '127.0.0.1' });
    expect(await here.destination('http://hooks.internal/')).toMatchObject({ address: '10.1.2.3' });
    for (const url of ['http://127.0.0.1:3000/', 'http://127.0.0.1:9464/', 'https://other.internal/']) {
      expect(await here.destination(url)).toBeNull();
    }
  });

  it('allows a host only to the organisation for which the operator permits it', () => {
    const owner = '0c0ffee0-0000-4000-8000-000000000001';
    const webhookAllowedHosts = ['hooks.internal', `${owner}=10.1.0.0/16`];
    const config = { publicUrl: 'https://parley.example', port: 3000, webhookAllowedHosts } as Config;
    const addresses = new ReceiverAddresses(config);
    expect(addresses.of(owner).normal('https://10.1.2.3/')).toBe('https://10.1.2.3/');
    expect(addresses.of(owner).normal('http://hooks.internal/')).toBe('http://hooks.internal/');
    const others = addresses.of('0c0ffee0-0000-4000-8000-000000000002');
    expect(() => others.normal('https://10.1.2.3/')).toThrow('webhook_url');
    expect(others.normal('http://hooks.internal/')).toBe('http://hooks.internal/');
  });
});
