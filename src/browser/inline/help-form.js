{
  // The help as a plain form (src/server/help-form.ts) names this device as the island would (src/stores/page-context.ts).
  const form = document.querySelector('.help-form');
  form?.addEventListener('submit', () => {
    try {
      const device = localStorage.getItem('local_uid') ?? crypto.randomUUID();
      localStorage.setItem('local_uid', device);
      form.elements.device.value = device;
    } catch {
      // Nothing is kept: the server names one.
    }
  });
}
