const words = {
  en: { title: 'Satisfaction by week', none: 'Nothing was noted yet.', of: 'of' },
  es: { title: 'Satisfacción por semana', none: 'Todavía no se anotó nada.', of: 'de' },
  nl: { title: 'Tevredenheid per week', none: 'Er is nog niets genoteerd.', of: 'van' },
};
const MAX_WEEKS = 26;

ParleyApp.connect().then(async (inbox) => {
  const say = words[inbox.context.language];
  document.getElementById('title').textContent = say.title;
  const graph = document.getElementById('graph');
  const records = (await inbox.data.list())
    .filter(({ name }) => /^\d{4}-W\d{2}$/.test(name))
    .slice(-MAX_WEEKS);
  if (records.length === 0) graph.textContent = say.none;
  for (const { name, value } of records) {
    const counts = JSON.parse(value);
    const all = counts.reduce((sum, one) => sum + one, 0);
    const row = Object.assign(document.createElement('div'), { className: 'week' });
    const bar = Object.assign(document.createElement('div'), { className: 'bar' });
    bar.style.width = `${all === 0 ? 0 : (100 * counts[2]) / all}%`;
    row.append(
      Object.assign(document.createElement('span'), { textContent: name }),
      bar,
      Object.assign(document.createElement('span'), { textContent: `${counts[2]} ${say.of} ${all}` }),
    );
    graph.append(row);
  }
});
