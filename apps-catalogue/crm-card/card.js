const words = {
  en: {
    none: 'The CRM does not know this number.',
    nobody: 'This contact has no phone.',
    failed: 'The CRM answered',
  },
  es: {
    none: 'El CRM no conoce este número.',
    nobody: 'Este contacto no tiene teléfono.',
    failed: 'El CRM respondió',
  },
  nl: {
    none: 'Het CRM kent dit nummer niet.',
    nobody: 'Dit contact heeft geen telefoon.',
    failed: 'Het CRM antwoordde',
  },
};
const shown = document.getElementById('shown');

ParleyApp.connect().then(async (inbox) => {
  const { fields = '', signIn } = await inbox.settings();
  const headers =
    signIn === 'true'
      ? { authorization: 'Bearer {{connection.token}}' }
      : { 'x-api-key': '{{setting.apiKey}}' };
  const wanted = fields
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean);
  let shownOf = null;
  inbox.onContext(async ({ contact, language }) => {
    const say = words[language];
    if (contact?.id === shownOf) return;
    shownOf = contact?.id ?? null;
    if (!contact?.phone) return show(say.nobody);
    try {
      const { status, data } = await inbox.proxy({
        url: `{{setting.lookupUrl}}?phone=${encodeURIComponent(contact.phone)}`,
        headers,
      });
      if (contact.id !== shownOf) return;
      const card = Array.isArray(data) ? data[0] : data;
      if (status === 404 || !card || typeof card !== 'object') show(say.none);
      else if (status >= 400) show(`${say.failed} ${status}.`);
      else list(inbox, card, wanted);
    } catch (error) {
      if (contact.id === shownOf) show(error.message);
    }
  });
});

function show(text) {
  shown.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
}

function list(inbox, card, wanted) {
  const facts = document.createElement('dl');
  const names = (wanted.length > 0 ? wanted : Object.keys(card)).slice(0, 20);
  for (const name of names) {
    const value = card[name];
    if (value === null || value === undefined || typeof value === 'object') continue;
    facts.append(
      Object.assign(document.createElement('dt'), { textContent: name }),
      Object.assign(document.createElement('dd'), { textContent: String(value) }),
    );
  }
  shown.replaceChildren(facts);
  void inbox.resize(document.body.scrollHeight);
}
