const words = {
  en: ['This link does not work', 'It does not exist, or what it led to is gone.'],
  es: ['Este enlace no funciona', 'No existe, o lo que había detrás ya no está.'],
  nl: ['Deze link werkt niet', 'Hij bestaat niet, of waar hij heen ging is er niet meer.'],
} as const;

type Language = keyof typeof words;

const isOurs = (language: string): language is Language => language in words;

/**
 * The page of a dead link, in the first of the visitor's languages that the product supports; in English if it
 * supports none.
 */
export function goneIn(languages: string[]): string {
  const language = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isOurs) ?? 'en';
  const [title, text] = words[language];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<main style="font: 16px system-ui; max-width: 480px; margin: 20vh auto; padding: 0 16px">
<h1 style="font-size: 20px">${title}</h1>
<p>${text}</p>
</main>
</html>
`;
}
