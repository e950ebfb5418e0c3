import type { EmbeddedSignupResponse } from '@parley/contracts/api/channels';

export type FacebookPage = NonNullable<EmbeddedSignupResponse['whatsapp']>;

interface FacebookSdk {
  init(options: { appId: string; version: string; xfbml: boolean }): void;
  login(
    callback: (response: { authResponse?: { code?: string } | null }) => void,
    options: Record<string, unknown>,
  ): void;
}

declare global {
  interface Window {
    FB?: FacebookSdk;
  }
}

let loading: Promise<FacebookSdk> | null = null;

/** Loads Facebook's script once per page; called only if the operator has set up an app. */
export function loadFacebookSdk({ appId, graphVersion, sdkUrl }: FacebookPage): Promise<FacebookSdk> {
  loading ??= new Promise<FacebookSdk>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = sdkUrl;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.onload = () => {
      if (!window.FB) return reject(new Error('The script brought nothing.'));
      window.FB.init({ appId, version: graphVersion, xfbml: false });
      resolve(window.FB);
    };
    script.onerror = () => reject(new Error('The script could not be loaded.'));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Opens Facebook's sign-up page. The callback gets no code if the user closes the page. */
export function openSignup(
  sdk: FacebookSdk,
  { configId }: FacebookPage,
  callback: (code?: string) => void,
): void {
  sdk.login(({ authResponse }) => callback(authResponse?.code), {
    config_id: configId,
    response_type: 'code',
    override_default_response_type: true,
    extras: { setup: {}, featureType: '', sessionInfoVersion: '3' },
  });
}
