{
  // Signed out, a page of the account leads to the sign-in, which leads back (the guard signIn of src/routes/guards.ts).
  const { signIn } = document.documentElement.dataset;
  const isSignedIn = () => {
    try {
      return /^[\x21-\x7e]{16,4096}$/.test(localStorage.getItem('token') ?? '');
    } catch {
      // Without storage there is no session; the sign-in page reports it.
      return false;
    }
  };
  const check = () => {
    const back = encodeURIComponent(location.pathname + location.search);
    if (!isSignedIn()) location.replace(`${signIn}?to=${back}`);
  };
  check();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
}
