// Runs before the first paint, so that a dark screen never flashes white. The storage key is Mantine's own.
(function () {
  var stored;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // A browser that blocks local storage gets the system's colour scheme.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
