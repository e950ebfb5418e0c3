/** Texts of the reasons why a row was skipped, rejected or failed, or was kept when the import was undone. */
export const importReasons = {
  row_no_address: {
    en: 'Has neither a phone nor an e-mail',
    es: 'No tiene ni teléfono ni correo',
    nl: 'Heeft geen telefoonnummer en geen e-mailadres',
  },
  row_phone: {
    en: 'Phone is not valid. Begin it with + or 00, or choose a country.',
    es: 'El teléfono no es válido. Empiécelo por + o 00, o elija un país.',
    nl: 'Telefoonnummer is ongeldig. Begin met + of 00, of kies een land.',
  },
  row_email: { en: 'E-mail is not valid', es: 'El correo no es válido', nl: 'E-mailadres is ongeldig' },
  row_country: {
    en: 'Country is not a code of two letters',
    es: 'El país no es un código de dos letras',
    nl: 'Land is geen code van twee letters',
  },
  row_opt_in: {
    en: 'Opt-in is neither yes nor no',
    es: 'El consentimiento no es sí ni no',
    nl: 'Toestemming is geen ja en geen nee',
  },
  row_attribute: {
    en: 'Is no value of this attribute',
    es: 'No es un valor de este atributo',
    nl: 'Is geen waarde van dit kenmerk',
  },
  row_length: { en: 'Text is too long', es: 'El texto es demasiado largo', nl: 'Tekst is te lang' },
  row_characters: {
    en: 'Has characters that cannot be kept',
    es: 'Tiene caracteres que no se pueden guardar',
    nl: 'Heeft tekens die niet bewaard kunnen worden',
  },
  row_encoding: {
    en: 'Has characters that the chosen encoding cannot read',
    es: 'Tiene caracteres que la codificación elegida no puede leer',
    nl: 'Heeft tekens die de gekozen codering niet kan lezen',
  },
  row_ragged: {
    en: 'Has more or fewer cells than the header',
    es: 'Tiene más o menos celdas que la cabecera',
    nl: 'Heeft meer of minder cellen dan de kopregel',
  },
  row_duplicate: {
    en: 'Is the same as in an earlier row of the file',
    es: 'Es igual que en una fila anterior del archivo',
    nl: 'Is hetzelfde als in een eerdere rij van het bestand',
  },
  row_two_contacts: {
    en: 'Phone and e-mail belong to two different contacts',
    es: 'El teléfono y el correo son de dos contactos distintos',
    nl: 'Telefoonnummer en e-mailadres horen bij twee verschillende contacten',
  },
  row_address_fixed: {
    en: 'The contact is known with another one, which cannot be changed',
    es: 'El contacto se conoce con otro, que no se puede cambiar',
    nl: 'Het contact is bekend met een ander, dat niet gewijzigd kan worden',
  },
  known: { en: 'Is known already', es: 'Ya es conocido', nl: 'Is al bekend' },
  unchanged: { en: 'Nothing to change', es: 'No hay nada que cambiar', nl: 'Niets te wijzigen' },
  contact_exists: {
    en: 'Another contact has it by now',
    es: 'Otro contacto ya lo tiene',
    nl: 'Een ander contact heeft het inmiddels',
  },
  too_much_metadata: {
    en: 'The contact has too much metadata',
    es: 'El contacto tiene demasiados metadatos',
    nl: 'Het contact heeft te veel metadata',
  },
  changed_since: {
    en: 'Was changed since, and stays as it is',
    es: 'Se cambió después y queda como está',
    nl: 'Is sindsdien gewijzigd en blijft zoals het is',
  },
  erased_since: { en: 'Was erased since', es: 'Se borró después', nl: 'Is sindsdien gewist' },
  internal: { en: 'Could not be imported', es: 'No se pudo importar', nl: 'Kon niet worden geïmporteerd' },
} as const satisfies Record<string, Record<'en' | 'es' | 'nl', string>>;

export type ImportReason = keyof typeof importReasons;

/** The text of a reason; unknown codes, which another release stored, get the text of `internal`. */
export function importReason(code: string, language: 'en' | 'es' | 'nl'): string {
  return (importReasons[code as ImportReason] ?? importReasons.internal)[language];
}
