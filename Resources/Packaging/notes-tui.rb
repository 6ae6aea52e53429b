# Homebrew on Linux. Not tried there. Made of the tarball that `make dist` leaves beside it; a tap names the
# address of its release instead.
class NotesTui < Formula
  desc "Notes in the terminal, kept as plain Markdown files"
  url "file://#{__dir__}/notes-tui-@VERSION@.tar.gz"
  sha256 "@SOURCES@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "cmark-gfm"
  depends_on "expat"
  depends_on "gumbo-parser"
  depends_on "hunspell"
  depends_on "libmd"
  depends_on "libsodium"
  depends_on "libvterm"
  depends_on "libyaml"
  depends_on :linux
  depends_on "minizip"
  depends_on "ncurses"
  depends_on "pcre2"
  depends_on "sqlite"
  depends_on "zlib"
  depends_on "zstd"

  def install
    ENV["CPATH"] = HOMEBREW_PREFIX/"include"
    ENV["LIBRARY_PATH"] = HOMEBREW_PREFIX/"lib"
    ENV["NOTES_TUI_LINK"] = "runtime"
    system "make", "build"
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/notes-tui --version")
    system bin/"notes-tui", "init", testpath/"notes"
  end
end
