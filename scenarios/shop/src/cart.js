/** Adds up what is in a cart. */
export function total(items) {
  return items.map(item => item.price * item.count).reduce((sum, price) => sum + price);
}

export function withDiscount(sum, percent) {
  return sum - (sum * percent) / 100;
}
