/** Whether the page is wide enough for something. */

export function watchMedia(query: string): { readonly matches: boolean } {
  const media = matchMedia(query);
  let matches = $state(media.matches);
  $effect(() => {
    const change = () => (matches = media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  });
  return {
    get matches() {
      return matches;
    },
  };
}
