/** Users and secrets of the demo organisation, as in the README. */
export const demo = {
  admin: { email: 'ingrid@harbour.example', name: 'Ingrid Sørensen' },
  manager: { email: 'mateo@harbour.example', name: 'Mateo Álvarez' },
  agent: { email: 'sanne@harbour.example', name: 'Sanne de Vries' },
  colleague: { email: 'amara@harbour.example', name: 'Amara Okafor' },
  stranger: { email: 'tom@millstreet.example', name: 'Tom Baker' },
  password: 'parley-demo',
  channelId: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a01',
  testChannelId: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a02',
  appSecret: 'parley-demo-app-secret',
  accessToken: 'parley-demo-access-token',
};

/** URL to which WhatsApp posts webhooks of the demo organisation. */
export function demoIngress(url: string): string {
  return `${url}/ingress/whatsapp-cloud/${demo.channelId}`;
}
