const words = {
  en: { go: 'Translate the last messages', none: 'No messages.', insert: 'Insert' },
  es: { go: 'Traducir los últimos mensajes', none: 'Sin mensajes.', insert: 'Insertar' },
  nl: { go: 'Laatste berichten vertalen', none: 'Geen berichten.', insert: 'Invoegen' },
};
const MOST = 10;

ParleyApp.connect().then((inbox) => {
  const button = document.getElementById('translate');
  const shown = document.getElementById('shown');
  let conversationId = null;
  inbox.onContext(({ conversation, language }) => {
    button.textContent = words[language].go;
    if (conversation?.id !== conversationId) shown.replaceChildren();
    conversationId = conversation?.id ?? null;
  });
  button.onclick = async () => {
    const { language } = inbox.context;
    const of = conversationId;
    button.disabled = true;
    try {
      const messages = (await inbox.messages()).slice(-MOST);
      shown.replaceChildren();
      if (messages.length === 0) shown.append(line(words[language].none));
      for (const { text, direction } of messages) {
        const translated = await inbox.translate(text, language);
        // Another conversation was opened in the meantime.
        if (of !== conversationId) return;
        shown.append(line(`${direction === 'in' ? '←' : '→'} ${translated}`));
        void inbox.resize(document.body.scrollHeight);
      }
    } catch (error) {
      if (of === conversationId) shown.append(line(error.message));
    } finally {
      button.disabled = false;
    }
  };
});

function line(text) {
  return Object.assign(document.createElement('li'), { textContent: text });
}
