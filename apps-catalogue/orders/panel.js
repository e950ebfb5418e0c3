const words = {
  en: {
    none: 'No orders.',
    nobody: 'This contact has no phone and no e-mail.',
    failed: 'The shop answered',
    insert: 'Insert',
  },
  es: {
    none: 'Sin pedidos.',
    nobody: 'Este contacto no tiene teléfono ni correo.',
    failed: 'La tienda respondió',
    insert: 'Insertar',
  },
  nl: {
    none: 'Geen bestellingen.',
    nobody: 'Dit contact heeft geen telefoon en geen e-mail.',
    failed: 'De winkel antwoordde',
    insert: 'Invoegen',
  },
};
const shown = document.getElementById('shown');

ParleyApp.connect().then(async (inbox) => {
  const { ordersPath = '/orders?phone={phone}' } = await inbox.settings();
  let shownOf = null;
  inbox.onContext(async ({ contact, language }) => {
    const say = words[language];
    if (contact?.id === shownOf) return;
    shownOf = contact?.id ?? null;
    if (!contact?.phone && !contact?.email) return show(say.nobody);
    const path = ordersPath
      .replace('{phone}', encodeURIComponent(contact.phone ?? ''))
      .replace('{email}', encodeURIComponent(contact.email ?? ''));
    try {
      const { status, data } = await inbox.proxy({
        url: `{{setting.shopUrl}}${path}`,
        headers: { authorization: 'Bearer {{setting.apiKey}}' },
      });
      // Another contact was opened in the meantime.
      if (contact.id !== shownOf) return;
      const orders = Array.isArray(data) ? data : (data?.orders ?? []);
      if (status >= 400) show(`${say.failed} ${status}.`);
      else if (orders.length === 0) show(say.none);
      else list(inbox, orders.slice(0, 10), say);
    } catch (error) {
      if (contact.id === shownOf) show(error.message);
    }
  });
});

function show(text) {
  shown.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
}

function list(inbox, orders, say) {
  const rows = orders.map(({ number, id, status = '', total = '' }) => {
    const row = document.createElement('li');
    const text = [`#${number ?? id}`, status, total].filter(Boolean).join(' · ');
    const button = Object.assign(document.createElement('button'), {
      textContent: say.insert,
      type: 'button',
    });
    button.setAttribute('aria-label', `${say.insert} #${number ?? id}`);
    button.onclick = () => inbox.insert(text).catch((error) => inbox.toast(error.message));
    row.append(Object.assign(document.createElement('span'), { textContent: text }), button);
    return row;
  });
  const all = document.createElement('ul');
  all.append(...rows);
  shown.replaceChildren(all);
  void inbox.resize(document.body.scrollHeight);
}
