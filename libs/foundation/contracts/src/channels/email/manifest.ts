import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Names of the encrypted secrets of a mailbox. */
export const emailSecrets = [
  ...(['imap-server', 'smtp-server', 'user-name', 'password', 'access-token'] as const),
  ...(['oauth-token-url', 'oauth-client-id', 'oauth-client-secret', 'refresh-token'] as const),
  ...(['dkim-selector', 'dkim-key'] as const),
] as const;

/**
 * A mailbox: the worker reads it by IMAP, or a mail server forwards its mails to Parley by SMTP; replies go out by
 * SMTP.
 */
export const manifest: ChannelManifest = {
  name: { en: 'E-mail', es: 'Correo electrónico', nl: 'E-mail' },
  platforms: offers,
  receives: ['text', 'image', 'video', 'audio', 'document', 'echo', 'delivered'],
  credentials: [
    {
      key: 'address',
      label: { en: 'E-mail address', es: 'Dirección de correo', nl: 'E-mailadres' },
      help: {
        en: 'What contacts write to, and what answers come from.',
        es: 'A la que escriben los contactos y desde la que se responde.',
        nl: 'Waar contacten naar schrijven en waarvandaan wordt geantwoord.',
      },
      format: 'email',
      mostLength: 254,
      keptAs: 'account',
    },
    {
      key: 'imapServer',
      label: { en: 'IMAP server', es: 'Servidor IMAP', nl: 'IMAP-server' },
      help: {
        en: 'Host and port, as imap.example.com:993. Leave it empty where mail is forwarded to Parley.',
        es: 'Servidor y puerto, como imap.example.com:993. Déjelo vacío si el correo se reenvía a Parley.',
        nl: 'Server en poort, zoals imap.example.com:993. Laat leeg als mail naar Parley wordt doorgestuurd.',
      },
      format: 'server',
      mostLength: 260,
      keptAs: 'secret',
      secretName: 'imap-server',
      isOptional: true,
    },
    {
      key: 'smtpServer',
      label: { en: 'SMTP server', es: 'Servidor SMTP', nl: 'SMTP-server' },
      help: {
        en: 'Host and port, as smtp.example.com:465 or smtp.example.com:587.',
        es: 'Servidor y puerto, como smtp.example.com:465 o smtp.example.com:587.',
        nl: 'Server en poort, zoals smtp.example.com:465 of smtp.example.com:587.',
      },
      format: 'server',
      mostLength: 260,
      keptAs: 'secret',
      secretName: 'smtp-server',
    },
    {
      key: 'userName',
      label: { en: 'User name', es: 'Nombre de usuario', nl: 'Gebruikersnaam' },
      help: {
        en: 'Of the mailbox; often the address itself. Leave it empty where the server asks for none.',
        es: 'Del buzón; a menudo la propia dirección. Déjelo vacío si el servidor no lo pide.',
        nl: 'Van de mailbox; vaak het adres zelf. Laat leeg als de server er geen vraagt.',
      },
      format: 'token',
      mostLength: 254,
      keptAs: 'secret',
      secretName: 'user-name',
      isOptional: true,
    },
    {
      key: 'password',
      label: { en: 'Password', es: 'Contraseña', nl: 'Wachtwoord' },
      help: {
        en: 'Of the mailbox, or one made for this application.',
        es: 'Del buzón, o una creada para esta aplicación.',
        nl: 'Van de mailbox, of een dat voor deze toepassing is gemaakt.',
      },
      format: 'token',
      mostLength: 1000,
      keptAs: 'secret',
      secretName: 'password',
      isOptional: true,
    },
    {
      key: 'accessToken',
      label: { en: 'Access token', es: 'Token de acceso', nl: 'Toegangstoken' },
      help: {
        en: 'OAuth 2 in place of a password (XOAUTH2).',
        es: 'OAuth 2 en lugar de una contraseña (XOAUTH2).',
        nl: 'OAuth 2 in plaats van een wachtwoord (XOAUTH2).',
      },
      format: 'token',
      mostLength: 8000,
      keptAs: 'secret',
      secretName: 'access-token',
      isOptional: true,
    },
    {
      key: 'refreshToken',
      label: { en: 'Refresh token', es: 'Token de actualización', nl: 'Vernieuwingstoken' },
      help: {
        en: 'With it Parley gets access tokens by itself (OAuth 2). It needs the three fields below.',
        es: 'Con él, Parley obtiene por sí mismo los tokens de acceso (OAuth 2). Necesita los tres campos siguientes.',
        nl: 'Hiermee haalt Parley zelf toegangstokens op (OAuth 2). De drie velden hieronder zijn daarvoor nodig.',
      },
      format: 'token',
      mostLength: 8000,
      keptAs: 'secret',
      secretName: 'refresh-token',
      isOptional: true,
    },
    {
      key: 'tokenUrl',
      label: { en: 'Token address', es: 'Dirección de tokens', nl: 'Tokenadres' },
      help: {
        en: 'Where access tokens are given, as https://oauth2.googleapis.com/token.',
        es: 'Donde se dan los tokens de acceso, como https://oauth2.googleapis.com/token.',
        nl: 'Waar toegangstokens worden gegeven, zoals https://oauth2.googleapis.com/token.',
      },
      format: 'token',
      mostLength: 1000,
      keptAs: 'secret',
      secretName: 'oauth-token-url',
      isOptional: true,
    },
    {
      key: 'clientId',
      label: { en: 'Client ID', es: 'ID de cliente', nl: 'Client-ID' },
      help: {
        en: 'Of the application for which the refresh token was given.',
        es: 'De la aplicación para la que se dio el token de actualización.',
        nl: 'Van de toepassing waarvoor het vernieuwingstoken is gegeven.',
      },
      format: 'token',
      mostLength: 500,
      keptAs: 'secret',
      secretName: 'oauth-client-id',
      isOptional: true,
    },
    {
      key: 'clientSecret',
      label: { en: 'Client secret', es: 'Secreto de cliente', nl: 'Clientgeheim' },
      help: {
        en: 'Of the same application; leave it empty where it has none.',
        es: 'De la misma aplicación; déjelo vacío si no tiene.',
        nl: 'Van dezelfde toepassing; laat leeg als die er geen heeft.',
      },
      format: 'token',
      mostLength: 1000,
      keptAs: 'secret',
      secretName: 'oauth-client-secret',
      isOptional: true,
    },
    {
      key: 'dkimSelector',
      label: { en: 'DKIM selector', es: 'Selector DKIM', nl: 'DKIM-selector' },
      help: {
        en: 'Where Parley is to sign what it sends: the name under which the public key stands in DNS.',
        es: 'Si Parley ha de firmar lo que envía: el nombre con el que la clave pública está en el DNS.',
        nl: 'Als Parley moet ondertekenen wat het verstuurt: de naam waaronder de publieke sleutel in DNS staat.',
      },
      format: 'token',
      mostLength: 63,
      keptAs: 'secret',
      secretName: 'dkim-selector',
      isOptional: true,
    },
    {
      key: 'dkimKey',
      label: { en: 'DKIM private key', es: 'Clave privada DKIM', nl: 'Privésleutel voor DKIM' },
      help: {
        en: 'The private key (PEM) that belongs to it. Leave it empty where the SMTP server signs by itself.',
        es: 'La clave privada (PEM) que le corresponde. Déjela vacía si el servidor SMTP firma por sí mismo.',
        nl: 'De bijbehorende privésleutel (PEM). Laat leeg als de SMTP-server zelf ondertekent.',
      },
      format: 'key',
      mostLength: 8000,
      keptAs: 'secret',
      secretName: 'dkim-key',
      isOptional: true,
    },
  ],
  hasSeveralSenders: true,
  isCheckable: true,
  feed: { by: 'poll' },
  api: { url: null, mediaHosts: [], secretNames: emailSecrets },
};
