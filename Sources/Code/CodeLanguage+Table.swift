extension CodeLanguage {
  private static let starComment = Long(open: "/*", close: "*/", token: .comment)
  private static let backticks = Long(open: "`", close: "`", token: .string)
  private static let anyQuotes = Array("\"'".utf8)
  private static let doubleQuotes = Array("\"".utf8)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let cWords =
    """
    NULL auto bool break case char const continue default do double else enum extern false float for goto if inline \
    int long register return short signed sizeof static struct switch true typedef union unsigned void volatile while
    """

  /// The order may change: it is not stored anywhere.
  static let all: [CodeLanguage] = [
    CodeLanguage(
      names: ["swift"], lineComments: ["//"],
      long: [starComment, Long(open: "\"\"\"", close: "\"\"\"", token: .string)],
      quotes: doubleQuotes,
      keywords: words(
        """
        actor any as associatedtype async await break case catch class continue default defer deinit do else enum \
        extension fallthrough false fileprivate final for func guard if import in indirect init inout internal is \
        lazy let mutating nil nonisolated open operator override package private protocol public repeat rethrows \
        return self Self some static struct subscript super switch throw throws true try typealias var weak where \
        while
        """)),
    CodeLanguage(
      names: ["c", "h"], lineComments: ["//"], long: [starComment], quotes: anyQuotes,
      keywords: words(cWords)),
    CodeLanguage(
      names: ["cpp", "c++", "cc", "hpp"], lineComments: ["//"], long: [starComment],
      quotes: anyQuotes,
      keywords: words(
        """
        \(cWords) catch class constexpr delete explicit final namespace new noexcept nullptr operator override \
        private protected public template this throw try typename using virtual
        """)),
    CodeLanguage(
      names: ["java", "kotlin", "kt", "scala"], lineComments: ["//"], long: [starComment],
      quotes: anyQuotes,
      keywords: words(
        """
        abstract boolean break byte case catch char class continue def default do double else enum extends false \
        final finally float for fun if implements import in instanceof int interface long new null object override \
        package private protected public return short static super switch this throw throws trait true try val var \
        void when while
        """)),
    CodeLanguage(
      names: ["cs", "csharp"], lineComments: ["//"], long: [starComment], quotes: anyQuotes,
      keywords: words(
        """
        abstract as async await base bool break case catch class const continue default do else enum false finally \
        for foreach get if in int interface internal is namespace new null object out override private protected \
        public readonly ref return sealed set static string struct switch this throw true try using var virtual \
        void while yield
        """)),
    CodeLanguage(
      names: ["python", "py", "python3"], lineComments: ["#"],
      long: [
        Long(open: "\"\"\"", close: "\"\"\"", token: .string),
        Long(open: "'''", close: "'''", token: .string),
      ],
      quotes: anyQuotes,
      keywords: words(
        """
        False None True and as assert async await break case class continue def del elif else except finally for \
        from global if import in is lambda match nonlocal not or pass raise return self try while with yield
        """)),
    CodeLanguage(
      names: ["js", "javascript", "ts", "typescript", "jsx", "tsx", "mjs"], lineComments: ["//"],
      long: [starComment, backticks], quotes: anyQuotes,
      keywords: words(
        """
        abstract any as async await boolean break case catch class const continue debugger default delete do else \
        enum export extends false finally for from function if implements import in instanceof interface let new \
        null number of private protected public readonly return static string super switch this throw true try type \
        typeof undefined var void while with yield
        """)),
    CodeLanguage(
      names: ["sh", "bash", "zsh", "shell", "console", "fish"], lineComments: ["#"],
      quotes: anyQuotes,
      keywords: words(
        """
        alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local \
        read readonly return set shift source then trap unset until while
        """), commentsNeedBlankBefore: true),
    CodeLanguage(
      names: ["make", "makefile", "dockerfile", "docker"], lineComments: ["#"], quotes: anyQuotes,
      keywords: words(
        """
        ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM LABEL RUN USER VOLUME WORKDIR define else endef endif export \
        ifdef ifeq ifndef ifneq include
        """), commentsNeedBlankBefore: true),
    CodeLanguage(
      names: ["json", "jsonc", "json5"], lineComments: ["//"], long: [starComment],
      quotes: doubleQuotes, keywords: words("true false null")),
    CodeLanguage(
      names: ["yaml", "yml", "toml", "ini", "conf"], lineComments: ["#"], isProperties: true),
    CodeLanguage(
      names: ["rust", "rs"], lineComments: ["//"], long: [starComment], quotes: doubleQuotes,
      keywords: words(
        """
        as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod \
        move mut pub ref return self Self static struct super trait true type unsafe use where while
        """)),
    CodeLanguage(
      names: ["go", "golang"], lineComments: ["//"], long: [starComment, backticks],
      quotes: anyQuotes,
      keywords: words(
        """
        break case chan const continue default defer else fallthrough false for func go goto if import interface \
        iota map nil package range return select struct switch true type var
        """)),
    CodeLanguage(
      names: ["ruby", "rb"], lineComments: ["#"], quotes: anyQuotes,
      keywords: words(
        """
        alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo \
        require rescue retry return self super then true undef unless until when while yield
        """), commentsNeedBlankBefore: true),
    CodeLanguage(
      names: ["lua"], lineComments: ["--"],
      long: [Long(open: "--[[", close: "]]", token: .comment)], quotes: anyQuotes,
      keywords: words(
        """
        and break do else elseif end false for function goto if in local nil not or repeat return then true until \
        while
        """)),
    CodeLanguage(
      names: ["haskell", "hs", "elm"], lineComments: ["--"],
      long: [Long(open: "{-", close: "-}", token: .comment)], quotes: doubleQuotes,
      keywords: words(
        """
        case class data deriving do else if import in infix instance let module newtype of then type where
        """)),
    CodeLanguage(
      names: ["html", "xml", "svg", "vue"],
      long: [Long(open: "<!--", close: "-->", token: .comment)], quotes: anyQuotes,
      isMarkup: true),
    CodeLanguage(
      names: ["css", "scss", "less"], long: [starComment], quotes: anyQuotes,
      keywords: words("important media import font-face keyframes supports auto none inherit")),
    CodeLanguage(
      names: ["sql", "sqlite", "postgres", "mysql"], lineComments: ["--"], long: [starComment],
      quotes: anyQuotes,
      keywords: words(
        """
        add all alter and as asc begin between by case check commit create cross default delete desc distinct drop \
        else end exists foreign from full group having if in index inner insert into is join key left like limit \
        not null offset on or order outer primary references right rollback select set table then union unique \
        update using values view when where with
        """), ignoresCase: true),
    CodeLanguage(
      names: ["php"], lineComments: ["//", "#"], long: [starComment], quotes: anyQuotes,
      keywords: words(
        """
        abstract and array as break case catch class const continue default do echo else elseif extends false final \
        for foreach function global if implements interface namespace new null or private protected public return \
        static switch this throw true try use var while
        """)),
    CodeLanguage(
      names: ["lisp", "clojure", "clj", "scheme", "elisp"], lineComments: [";"],
      quotes: doubleQuotes,
      keywords: words(
        """
        begin cond def defmacro defun defn do false fn if lambda let nil quote set setq true unless when
        """)),
  ]
}
