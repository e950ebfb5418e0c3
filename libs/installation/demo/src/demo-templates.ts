import { TemplateShelf } from '@parley/doubles/provider/template-shelf';

/** Templates that the fake of WhatsApp has for the demo organisation, and that the product synchronises. */
export function demoShelf(): TemplateShelf {
  const shelf = new TemplateShelf();
  const body = (language: string, text: string, examples: string[]) =>
    shelf.add({
      name: 'bike_ready',
      language,
      category: 'UTILITY',
      components: [{ type: 'BODY', text, example: { body_text: [examples] } }],
    });
  body('en', 'Hi {{1}}, your bike is ready from {{2}} on.', ['Ana', '9:30']);
  body('es', 'Hola {{1}}, su bicicleta está lista desde las {{2}}.', ['Ana', '9:30']);
  body('nl', 'Hoi {{1}}, je fiets staat klaar vanaf {{2}}.', ['Ana', '9:30']);
  for (const template of shelf.templates) template.status = 'APPROVED';
  return shelf;
}
