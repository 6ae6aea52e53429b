/// The characters that commands of a formula mean.
enum FormulaSymbols {
  /// Commands of one character that is no letter.
  static let signs: [Character: String] = [
    "{": "{", "}": "}", "$": "$", "%": "%", "&": "&", "#": "#", "_": "_", "|": "‖",
    ",": " ", ";": " ", ":": " ", " ": " ", "!": "",
  ]

  static let ordinary: [String: String] = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "infty": "∞", "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃", "neg": "¬",
    "lnot": "¬", "emptyset": "∅", "varnothing": "∅", "hbar": "ℏ", "ell": "ℓ", "Re": "ℜ",
    "Im": "ℑ", "aleph": "ℵ", "degree": "°", "prime": "′", "sum": "∑", "prod": "∏", "int": "∫",
    "iint": "∬", "oint": "∮", "ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮",
    "cdot": "·", "circ": "∘", "bullet": "•", "star": "⋆", "ast": "∗", "langle": "⟨",
    "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "lbrace": "{",
    "rbrace": "}", "vert": "|", "Vert": "‖", "quad": "  ", "qquad": "    ", "euro": "€",
    "angle": "∠", "triangle": "△", "square": "□", "checkmark": "✓", "dagger": "†",
  ]

  /// Symbols with a blank on either side.
  static let relations: [String: String] = [
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠",
    "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "simeq": "≃", "cong": "≅",
    "propto": "∝", "ll": "≪", "gg": "≫", "prec": "≺", "succ": "≻", "in": "∈", "notin": "∉",
    "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "cup": "∪",
    "cap": "∩", "setminus": "∖", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "oplus": "⊕",
    "otimes": "⊗", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "to": "→",
    "rightarrow": "→", "longrightarrow": "⟶", "leftarrow": "←", "gets": "←",
    "leftrightarrow": "↔", "Rightarrow": "⇒", "implies": "⇒", "Leftarrow": "⇐",
    "Leftrightarrow": "⇔", "iff": "⇔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
    "mid": "∣", "parallel": "∥", "perp": "⊥", "models": "⊨", "vdash": "⊢", "bmod": "mod",
  ]

  static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh",
    "tanh", "log", "ln", "lg", "exp", "lim", "max", "min", "sup", "inf", "det", "dim", "ker",
    "gcd", "arg", "deg", "hom", "Pr",
  ]

  /// Combining marks for the letter before them.
  static let accents: [String: String] = [
    "hat": "\u{302}", "bar": "\u{304}", "overline": "\u{305}", "tilde": "\u{303}",
    "vec": "\u{20d7}", "dot": "\u{307}", "ddot": "\u{308}", "check": "\u{30c}",
    "acute": "\u{301}", "grave": "\u{300}",
  ]

  static func drawn(_ letter: String, _ command: String) -> String? {
    guard letter.count == 1, let sign = letter.first else { return nil }
    return (command == "mathbb" ? doubled : curled)[sign].map(String.init)
  }

  private static let doubled = pairs("ABCDEFGHIJKLMNOPQRSTUVWXYZ1", "𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ𝟙")
  private static let curled = pairs("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵")

  /// Returns nil if a character has no superscript or subscript form.
  static func scripts(_ text: String, isAbove: Bool) -> String? {
    var made = ""
    for sign in text where sign != " " {
      guard let script = (isAbove ? above : below)[sign] else { return nil }
      made.append(script)
    }
    return made
  }

  private static let above = pairs(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ∘′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ°′")
  private static let below = pairs(
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")

  private static func pairs(_ from: String, _ to: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(from, to))
  }
}
