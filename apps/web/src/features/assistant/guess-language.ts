import type { AssistantLanguage } from '@parley/contracts/events/assistant.events';

type Known = Exclude<AssistantLanguage, 'other'>;

/** Words that are frequent in texts of one language and rare in the others. */
const words: Record<Known, string> = {
  nl: 'de het een en ik niet is van dat je mijn jullie maar ook graag bedankt heb kan voor met wat wanneer',
  en: 'the and you is my it to of that have are was please thanks when where what can i not for with',
  es: 'el la los que y de mi es un una por para con gracias hola cuándo está puedo quiero pero donde no',
  fr: 'le les des je et est une vous pas pour que dans mon ma merci bonjour avec où quand votre c’est ne',
  de: 'der die das und ich nicht ist ein eine mein mit für auf bitte danke wann wo habe kann sie den',
  it: 'il gli che di è per un una non sono mio mia grazie ciao con quando dove posso vorrei ma della',
  pt: 'o os que e não é um uma para com meu minha obrigado obrigada olá quando onde posso quero mas você',
};
const sets = Object.entries(words).map(([language, list]) => ({
  language: language as Known,
  list: new Set(list.split(' ')),
}));

/** @returns the language whose frequent words are the most common in the text; null if that is ambiguous */
export function guessLanguage(text: string): Known | null {
  const found = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  const counts = sets
    .map(({ language, list }) => ({ language, count: found.filter((word) => list.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best && next && best.count >= 2 && best.count > next.count ? best.language : null;
}
