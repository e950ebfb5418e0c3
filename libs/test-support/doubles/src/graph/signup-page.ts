import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import type { GraphDouble } from './graph-double';

/** Account and number for a sign-up. */
export interface SignupNumber {
  businessAccountId: string;
  phoneNumberId: string;
}

/**
 * Fake of Facebook's script and of the page that it opens for WhatsApp's embedded signup. The page has a button for
 * each outcome: the code arrives before the message, the message before the code, with coexistence, or the user
 * cancels.
 */
export function signupPage(graph: GraphDouble, { businessAccountId, phoneNumberId }: SignupNumber): Express {
  const app = express();
  app.get('/sdk.js', (_, answer) => void answer.type('text/javascript').send(SDK));
  app.get('/page', (_, answer) => {
    const code = randomUUID();
    graph.codes.add(code);
    const script = page({ code, waba_id: businessAccountId, phone_number_id: phoneNumberId });
    answer.type('html').send(script);
  });
  return app;
}

const SDK = `
const base = new URL('.', document.currentScript.src);
window.FB = {
  init() {},
  login(callback) {
    const opened = window.open(new URL('page', base), '_blank', 'width=500,height=500');
    const hear = (event) => {
      if (event.source !== opened || event.data?.double !== 'login') return;
      window.removeEventListener('message', hear);
      callback(event.data.code ? { authResponse: { code: event.data.code } } : { authResponse: null });
    };
    window.addEventListener('message', hear);
    return opened;
  },
};
window.fbAsyncInit?.();
`;

function page(given: { code: string; waba_id: string; phone_number_id: string }): string {
  return `<!doctype html><title>Facebook</title><h1>Connect WhatsApp</h1>
<button data-end="message code">Finish</button>
<button data-end="code message">Finish, code first</button>
<button data-end="coexistence code">Finish with the app</button>
<button data-end="cancel nothing">Cancel</button>
<script>
const given = ${JSON.stringify(given)};
const { code, waba_id, phone_number_id } = given;
const say = (event, data) =>
  opener.postMessage(JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event, data }), '*');
const ends = {
  message: () => say('FINISH', { waba_id, phone_number_id, business_id: '3' }),
  coexistence: () => say('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id }),
  cancel: () => say('CANCEL', { current_step: 'PHONE_NUMBER_SETUP' }),
  code: () => opener.postMessage({ double: 'login', code }, '*'),
  nothing: () => opener.postMessage({ double: 'login' }, '*'),
};
for (const button of document.querySelectorAll('button')) {
  button.onclick = () => {
    const [first, second] = button.dataset.end.split(' ');
    ends[first]();
    setTimeout(() => { ends[second](); window.close(); }, 100);
  };
}
</script>`;
}
