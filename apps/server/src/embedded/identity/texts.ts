const en = {
  title: 'Sign in',
  lead: 'Your team’s inbox is waiting.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'That e-mail address and password do not belong together.',
  tooMany: 'Too many wrong passwords. Try again in ten minutes.',
  demoTitle: 'Demo sign-ins',
  demoLead: 'Choose somebody; the password of all of them is',
  roles: { admin: 'Administrator', manager: 'Manager', user: 'Agent' },
  expiredTitle: 'This sign-in has expired',
  expired: 'It was left open for too long, or finished in another window.',
  failedTitle: 'This did not work',
  failed: 'The sign-in could not be carried out. Start again.',
  startAgain: 'Start again',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this window, or sign in again.',
};

export type Texts = typeof en;

const es: Texts = {
  title: 'Iniciar sesión',
  lead: 'La bandeja de tu equipo te espera.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  wrong: 'Ese correo electrónico y esa contraseña no coinciden.',
  tooMany: 'Demasiadas contraseñas incorrectas. Vuelve a intentarlo en diez minutos.',
  demoTitle: 'Cuentas de demostración',
  demoLead: 'Elige a alguien; la contraseña de todos es',
  roles: { admin: 'Administrador', manager: 'Gestor', user: 'Agente' },
  expiredTitle: 'Este inicio de sesión ha caducado',
  expired: 'Estuvo abierto demasiado tiempo o se terminó en otra ventana.',
  failedTitle: 'No ha funcionado',
  failed: 'No se pudo iniciar la sesión. Empieza de nuevo.',
  startAgain: 'Empezar de nuevo',
  signOutTitle: '¿Cerrar sesión?',
  signOut: 'Cerrar sesión',
  signedOutTitle: 'Has cerrado la sesión',
  signedOut: 'Puedes cerrar esta ventana o volver a iniciar sesión.',
};

const nl: Texts = {
  title: 'Inloggen',
  lead: 'De inbox van je team staat klaar.',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  submit: 'Inloggen',
  wrong: 'Dit e-mailadres en wachtwoord horen niet bij elkaar.',
  tooMany: 'Te veel verkeerde wachtwoorden. Probeer het over tien minuten opnieuw.',
  demoTitle: 'Demo-accounts',
  demoLead: 'Kies iemand; het wachtwoord van iedereen is',
  roles: { admin: 'Beheerder', manager: 'Manager', user: 'Agent' },
  expiredTitle: 'Deze aanmelding is verlopen',
  expired: 'Ze stond te lang open of is in een ander venster afgerond.',
  failedTitle: 'Dit is niet gelukt',
  failed: 'Het inloggen kon niet worden uitgevoerd. Begin opnieuw.',
  startAgain: 'Opnieuw beginnen',
  signOutTitle: 'Uitloggen?',
  signOut: 'Uitloggen',
  signedOutTitle: 'Je bent uitgelogd',
  signedOut: 'Je kunt dit venster sluiten of opnieuw inloggen.',
};

const languages: Record<string, Texts> = { en, es, nl };

/** The language that an `Accept-Language` header likes best of ours; English if none. */
export function pickLanguage(header: string | undefined): { language: string; texts: Texts } {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? '1';
      return { language: tag.split('-')[0] ?? '', quality: Number(quality) };
    })
    .filter(({ language, quality }) => Object.hasOwn(languages, language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const language = wanted[0]?.language ?? 'en';
  return { language, texts: languages[language] ?? en };
}
