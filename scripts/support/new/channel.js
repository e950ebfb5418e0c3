'use strict';

module.exports = {
  templates: ['channel'],
  registrations: [
    {
      file: 'libs/foundation/contracts/src/channels/offers.ts',
      imports: ["import { offers as __camel__ } from './__name__/offers';"],
      lines: [{ after: '  email,\n', add: "  '__name__': __camel__,\n" }],
    },
    {
      file: 'libs/contexts/channels/src/adapters/registry.ts',
      imports: ["import { __camel__Adapter } from './__name__/__name__.adapter';"],
      lines: [{ after: '  email: emailAdapter,\n', add: "  '__name__': __camel__Adapter,\n" }],
    },
    {
      file: 'libs/contexts/channels/src/adapters/error-codes.tsv',
      lines: [
        {
          after: 'provider\ttold\tcode\treason\tagain\tbroken\n',
          add: '__name__\tanswer\thttp 401\tdelivery_failure\t\tbroken\n',
        },
      ],
    },
    {
      file: 'libs/contexts/channels/src/adapters/error-codes.spec.ts',
      lines: [
        {
          after: 'const answers: Partial<Record<Provider, (code: string) => Response>> = {\n',
          add: "  '__name__': (code) => new Response(null, { status: status(code) }),\n",
        },
      ],
    },
    {
      file: 'libs/installation/demo/src/demo-doubles.ts',
      lines: [{ after: "type PlayedProvider = Exclude<Provider, 'test'", add: " | '__name__'" }],
    },
  ],
  next: [
    'Set platforms, limits, credentials and hosts: offers.ts and manifest.ts of libs/foundation/contracts/src/channels/__name__.',
    'Read the webhooks of the provider (parse-webhook.ts, signature.ts) and send (send.ts) in libs/contexts/channels/src/adapters/__name__.',
    'Replace fixtures/, fixtures.json and signed.json there by payloads and signatures of the provider.',
    'Add its error codes to libs/contexts/channels/src/adapters/error-codes.tsv.',
    'Add a double of its API, libs/test-support/doubles/src/__name__, and how it signs: provider/signatures.ts there.',
    'Have the double play in tests and in the demo: testing/end-to-end.ts beside the adapter, and demoDoubles() in libs/installation/demo/src/demo-doubles.ts, which leaves the provider out until then.',
    'Read docs/how-to/add-a-channel.md, then run scripts/test unit libs/contexts/channels/src/adapters.',
  ],
};
