import { StartError } from '../config/start-error';

/**
 * @returns an error that explains why a port could not be opened
 * @param setting the environment variable that sets the port
 */
export function explainPort(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program: stop it, or choose another port with ${setting}.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} may not be opened by this user: choose another port with ${setting}.`,
    );
  }
  return error;
}
