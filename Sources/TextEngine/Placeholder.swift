package enum TextEngine {}
