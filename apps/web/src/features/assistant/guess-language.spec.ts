import { guessLanguage } from './guess-language';

test.each([
  ['nl', 'Hoi, wanneer is mijn fiets klaar? Ik heb de rekening nog niet.'],
  ['en', 'Hello, when is my bike ready? I have not had the bill yet.'],
  ['es', 'Hola, ¿cuándo está lista mi bici? No tengo la factura.'],
  ['fr', 'Bonjour, quand est-ce que mon vélo est prêt ? Je ne trouve pas la facture.'],
  ['de', 'Hallo, wann ist mein Rad fertig? Ich habe die Rechnung nicht.'],
  ['it', 'Ciao, quando posso ritirare la mia bici? Non trovo il conto.'],
  ['pt', 'Olá, quando posso buscar a minha bicicleta? Não tenho o recibo.'],
])('recognises a text in %s', (language, text) => {
  expect(guessLanguage(text)).toBe(language);
});

test('returns null for a text of a few letters', () => {
  expect(guessLanguage('ok 👍')).toBeNull();
  expect(guessLanguage('')).toBeNull();
});
