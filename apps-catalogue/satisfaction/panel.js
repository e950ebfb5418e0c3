const words = {
  en: {
    question: 'How content was the contact?',
    faces: ['Discontent', 'Neither', 'Content'],
    noted: 'Noted.',
  },
  es: {
    question: '¿Quedó satisfecho el contacto?',
    faces: ['Descontento', 'Neutral', 'Satisfecho'],
    noted: 'Anotado.',
  },
  nl: {
    question: 'Hoe tevreden was het contact?',
    faces: ['Ontevreden', 'Neutraal', 'Tevreden'],
    noted: 'Genoteerd.',
  },
};

/** The ISO 8601 week of a date: `2026-W48`. */
function weekOf(date) {
  const day = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const week = Math.ceil(((day - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** Adds one to a count. If another window changed it first, reads it again and retries. */
async function count(inbox, face) {
  const name = weekOf(new Date());
  for (let tries = 0; tries < 5; tries++) {
    const [record] = await inbox.data.list(name);
    const counts = record ? JSON.parse(record.value) : [0, 0, 0];
    counts[face] += 1;
    try {
      await (record ? inbox.data.change(record, counts) : inbox.data.add(name, counts));
      return;
    } catch (error) {
      if (error.code !== 'app_record_changed' && error.code !== 'app_record_exists') throw error;
    }
  }
}

ParleyApp.connect().then((inbox) => {
  const say = words[inbox.context.language];
  const said = document.getElementById('said');
  document.getElementById('question').textContent = say.question;
  const buttons = say.faces.map((text, face) => {
    const button = Object.assign(document.createElement('button'), { textContent: text, type: 'button' });
    button.onclick = () =>
      count(inbox, face).then(
        () => (said.textContent = say.noted),
        (error) => (said.textContent = error.message),
      );
    return button;
  });
  document.getElementById('faces').append(...buttons);
});
