/** What stands for an English template in the catalogues that pages load, which are a third smaller so. */
export function keyOf(template: string): string {
  let key = 0;
  for (let at = 0; at < template.length; at++) key = (Math.imul(key, 31) + template.charCodeAt(at)) & 0xffffff;
  return key.toString(36);
}
