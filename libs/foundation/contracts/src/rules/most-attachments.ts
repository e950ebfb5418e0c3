/** Maximum number of files of one send; each file becomes a separate message. */
export const MAX_ATTACHMENTS = 10;
